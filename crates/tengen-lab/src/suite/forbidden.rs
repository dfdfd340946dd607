//! Forbidden points: the complete set with all kinds, and the points that only look
//! forbidden, each with its reason. All of it in the eight symmetries.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use tengen_core::forbidden::{
    Examination, LegalBecause, examine, forbidden_at, forbidden_points, is_forbidden,
};
use tengen_core::{Board, ForbiddenKind, Point, Symmetry};

use super::Faults;
use crate::data::{self, Record};

/// What the data says of one point: `6+44`, `false33`, or nothing.
type Verdicts = BTreeMap<Point, String>;

pub(super) fn check(record: &Record<'_>) -> Result<Faults> {
    let board = record.board()?;
    let forbidden = verdicts(record, "forbid")?;
    let legal = verdicts(record, "legal")?;
    let mut faults = Faults::default();
    for symmetry in Symmetry::ALL {
        let image = board.transformed(symmetry);
        check_image(&mut faults, &board, &image, symmetry, &forbidden, &legal);
        if !faults.is_empty() {
            break;
        }
    }
    check_marks(&mut faults, record, &board)?;
    Ok(faults)
}

/// A field such as `forbid=e7:44,i9:6+33`.
fn verdicts(record: &Record<'_>, key: &str) -> Result<Verdicts> {
    let size = record.size()?;
    data::items(record.need(key)?)
        .map(|item| {
            let (name, verdict) = item
                .split_once(':')
                .with_context(|| format!("{key}={item}: expected point:verdict"))?;
            Ok((data::point(name, size)?, verdict.to_owned()))
        })
        .collect()
}

fn check_image(
    faults: &mut Faults,
    board: &Board,
    image: &Board,
    symmetry: Symmetry,
    forbidden: &Verdicts,
    legal: &Verdicts,
) {
    let none = "legal".to_owned();
    let whole: BTreeMap<Point, String> = forbidden_points(image)
        .into_iter()
        .map(|found| (found.point, codes(&found.kinds)))
        .collect();
    for point in board.free_points() {
        let at = symmetry.apply(point, board.size());
        let Some(told) = examine(image, at) else {
            faults.add(format!("{}: cannot be examined", data::name(point)));
            continue;
        };
        let what = |part: &str| format!("{} ({part}, {symmetry})", data::name(point));
        let expected = forbidden.get(&point).unwrap_or(&none);
        let single = forbidden_at(image, at).map_or(none.clone(), |found| codes(&found.kinds));
        faults.compare(what("examined"), expected, &codes(&told.kinds));
        faults.compare(what("asked alone"), expected, &single);
        faults.compare(
            what("in the list"),
            expected,
            whole.get(&at).unwrap_or(&none),
        );
        faults.compare(
            what("yes or no"),
            &(*expected != none),
            &is_forbidden(image, at),
        );
        let reason = told.legal_because().map_or("none", LegalBecause::code);
        let expected = legal.get(&point).map_or("none", String::as_str);
        faults.compare(what("reason to be legal"), &expected, &reason);
        if expected == LegalBecause::FalseDoubleThree.code() {
            faults.demand(names_the_false_line(&told, image), || {
                what("names no line that is not real")
            });
        }
    }
    for (point, verdict) in forbidden.iter().chain(legal) {
        faults.demand(board.is_free(*point), || {
            format!("{} is {verdict} in the data, but taken", data::name(*point))
        });
    }
}

/// `6+44`, or `legal` if there is no kind.
fn codes(kinds: &[ForbiddenKind]) -> String {
    let codes: Vec<&str> = kinds.iter().map(|kind| kind.code()).collect();
    if codes.is_empty() {
        "legal".to_owned()
    } else {
        codes.join("+")
    }
}

/// Whether the examination shows a line through the point that looks like a three, says
/// of each of its straight-four points what stands in the way, and puts it into words.
fn names_the_false_line(told: &Examination, board: &Board) -> bool {
    let well_told = |three: &&tengen_core::forbidden::Three| {
        three.stones.len() == 3
            && three.stones.contains(&told.point)
            && !three.extensions.is_empty()
            && three.extensions.iter().all(|e| e.obstacle.is_some())
    };
    let falses = told.false_threes().count();
    falses >= 1
        && told.false_threes().filter(well_told).count() == falses
        && told.real_threes().count() < 2
        && told.explain(board.size()).matches("is not real:").count() >= falses
}

/// The single marks that some records carry besides: `yes=`, `no=`, `point=`.
fn check_marks(faults: &mut Faults, record: &Record<'_>, board: &Board) -> Result<()> {
    let mut marks = Vec::new();
    for (key, expected) in [("yes", true), ("no", false)] {
        if record.get(key).is_some() {
            let points = record.point_list(key)?;
            marks.extend(points.into_iter().map(|point| (point, expected)));
        }
    }
    if let Some(mark) = record.get("point") {
        let (name, verdict) = mark.split_once(':').context("point= without a verdict")?;
        let expected = match verdict {
            "forbidden" => true,
            "legal" => false,
            other => bail!("point=: {other:?} is neither forbidden nor legal"),
        };
        marks.push((data::point(name, record.size()?)?, expected));
    }
    for (point, expected) in marks {
        let what = format!("{} as marked", data::name(point));
        faults.compare(what, &expected, &is_forbidden(board, point));
    }
    Ok(())
}
