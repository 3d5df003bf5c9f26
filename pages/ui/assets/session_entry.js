/** Tells the server once what browser the study is open in: the size of its window, its zoom, its time zone. */
const told = new Set();
const WAITS_MS = [2_000, 8_000, 30_000];

async function tell(session) {
  const screen = {
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
    viewport_width: window.innerWidth,
    viewport_height: window.innerHeight,
    device_pixel_ratio: window.devicePixelRatio,
  };
  for (const wait of [0, ...WAITS_MS]) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      await postJson("/api/journey/act", { act: "session", session, screen });
      return;
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      if (problem.status > 0 && problem.status < 500) return;
    }
  }
}

export default function ({ data }) {
  if (told.has(data.session)) return;
  told.add(data.session);
  tell(data.session);
}
