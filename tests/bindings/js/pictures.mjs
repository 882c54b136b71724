// Pictures of pages, judged within a page, and the hand that stirs them.

/** In a page: of a picture, how many colours it has, 8 steps to a channel, and how much of it differs from another. */
export async function comparePictures(texts) {
  const pixels = await Promise.all(texts.map(async (text) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  const [now, then] = pixels, colors = new Set();
  let changed = 0;
  for (let i = 0; i < now.length; i += 4) {
    colors.add(((now[i] >> 5) << 6) | ((now[i + 1] >> 5) << 3) | (now[i + 2] >> 5));
    const far = [0, 1, 2].some((k) => Math.abs(now[i + k] - then[i + k]) > 12);
    changed += Number(far);
  }
  return { colors: colors.size, changed: changed / (now.length / 4) };
}

/** A hand that goes across a page of 480 x 300 pixels, as it comes. */
export async function wave(page) {
  for (const [x, y] of [[60, 220], [160, 90], [260, 210], [400, 80]]) await page.mouse.move(x, y, { steps: 14 });
}
