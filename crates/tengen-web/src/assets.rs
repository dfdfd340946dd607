//! The page, inside the program. In debug builds it is read from its folder, so that a
//! change shows after a reload.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};

#[derive(rust_embed::RustEmbed)]
#[folder = "page/"]
struct Page;

/// What a browser may load and do: nothing but what we serve, no inline script, no style
/// in markup, nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Sets what every answer carries.
pub(crate) fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), microphone=(), geolocation=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// The file of the page at a path of a request, as it stands in the request.
pub(crate) fn serve(path: &str, if_none_match: Option<&str>) -> Response<Body> {
    let name = match path {
        "/" => "index.html",
        other => other.strip_prefix('/').unwrap_or(other),
    };
    let (Some(kind), true) = (media_type(name), is_plain(name)) else {
        return missing();
    };
    let Some(file) = Page::get(name) else {
        return missing();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let is_same = if_none_match.is_some_and(|tags| tags.split(", ").any(|it| it == tag));
    let answer = Response::builder()
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::ETAG, tag);
    let (status, body) = match is_same {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (StatusCode::OK, Body::from(file.data.into_owned())),
    };
    answer
        .status(status)
        .body(body)
        .unwrap_or_else(|_| missing())
}

/// Every path that leads nowhere.
pub(crate) fn missing() -> Response<Body> {
    let mut answer = Response::new(Body::from("not found\n"));
    *answer.status_mut() = StatusCode::NOT_FOUND;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}

/// Letters, digits, `-`, `_`, and dots inside of names: whatever else a path holds is no
/// name of ours.
fn is_plain(name: &str) -> bool {
    name.split('/').all(|part| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        !part.is_empty() && !part.starts_with('.') && part.chars().all(allowed)
    })
}

fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_with_its_type_and_is_not_sent_twice() {
        let answer = serve("/", None);
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(
            answer.headers()[header::CONTENT_TYPE],
            "text/html; charset=utf-8"
        );
        let tag = answer.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(
            serve("/index.html", Some(&tag)).status(),
            StatusCode::NOT_MODIFIED
        );
        assert_eq!(serve("/", Some("\"other\"")).status(), StatusCode::OK);
    }

    #[test]
    fn no_other_path_leads_anywhere() {
        let mut paths: Vec<String> = [
            "//",
            "/..",
            "/../Cargo.toml",
            "/./index.html",
            "/index.html/",
            "/index.html/..",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "/index.html%00",
            "/index.html%00.js",
            "/index.html\\",
            "\\index.html",
            "/..\\Cargo.toml",
            "/C:/index.html",
            "/etc/passwd",
            "//etc/passwd",
            "/.git/config",
            "/.env",
            "/index",
            "/index.htm",
            "/INDEX.HTML",
            "/favicon",
            "/js",
            "/js/",
            "/css/../index.html",
            "/index.html?x",
            "index.html/x",
            "/%69ndex.html",
            "/index.html;x",
            "/index.html#x",
            "/ws/x",
            "/api",
            "/api/",
            "/api/enter/x",
            "/proc/self/environ",
            "/a",
            "",
        ]
        .map(str::to_owned)
        .to_vec();
        for depth in 1..=40 {
            paths.push(format!("/{}etc/passwd", "../".repeat(depth)));
            paths.push(format!("/css/{}index.html", "..%2f".repeat(depth)));
        }
        assert!(paths.len() >= 100);
        for path in paths {
            assert_eq!(serve(&path, None).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
