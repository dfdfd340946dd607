// A wooden click, made here: a short burst of filtered noise and a falling tone. Five
// tunings, so that two stones never sound quite alike.

/** @type {AudioContext | null} */
let context = null;
let turn = 0;
const TUNINGS = [0, 0.06, -0.05, 0.1, -0.09];

/** Lets the page sound; browsers allow it only from a person's own act. */
export function allowSound() {
  if (!context && typeof AudioContext === "function") context = new AudioContext();
  if (context?.state === "suspended") void context.resume();
}

/** One stone is placed. */
export function click() {
  if (!context || context.state !== "running") return;
  turn = (turn + 1) % TUNINGS.length;
  const tuning = 1 + TUNINGS[turn];
  noise(context, 2400 * tuning, 0.035, 0.5);
  tone(context, 420 * tuning, 180 * tuning, 0.07, 0.25);
}

/** A game has ended: two soft tones. */
export function chime() {
  if (!context || context.state !== "running") return;
  tone(context, 523, 523, 0.35, 0.12);
  tone(context, 784, 784, 0.6, 0.12, 0.14);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} seconds @param {number} loudness */
function noise(audio, pitch, seconds, loudness) {
  const frames = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.2;
  const gain = audio.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/**
 * @param {AudioContext} audio @param {number} from @param {number} to
 * @param {number} seconds @param {number} loudness @param {number} [delay]
 */
function tone(audio, from, to, seconds, loudness, delay = 0) {
  const start = audio.currentTime + delay;
  const oscillator = audio.createOscillator();
  oscillator.type = "sine";
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
