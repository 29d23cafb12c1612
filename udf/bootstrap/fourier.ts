/** Complex numbers as two arrays of the same length. */
export type Complex = { readonly re: Float64Array; readonly im: Float64Array };

/**
 * The discrete Fourier transform in place, iterative radix 2 (Cooley and Tukey 1965). Unscaled both ways.
 *
 * @param direction −1 forward, 1 back
 * @throws Error when the length is no power of two
 */
export function transform({ re, im }: Complex, direction: -1 | 1): void {
  const length = re.length;
  if (length === 0 || (length & (length - 1)) !== 0) throw new Error(`fourier: ${length} is no power of two`);
  reorder(re, im);
  // each factor from its own angle: a recurrence would lose digits
  const cos = new Float64Array(length >> 1);
  const sin = new Float64Array(length >> 1);
  for (let i = 0; i < length >> 1; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / length);
    sin[i] = direction * Math.sin((2 * Math.PI * i) / length);
  }
  for (let half = 1; half < length; half *= 2) {
    const step = length / (2 * half);
    for (let start = 0; start < length; start += 2 * half) {
      for (let i = 0; i < half; i++) {
        const [c, s] = [cos[i * step] as number, sin[i * step] as number];
        const [low, high] = [start + i, start + i + half];
        const [lowRe, lowIm] = [re[low] as number, im[low] as number];
        const [highRe, highIm] = [re[high] as number, im[high] as number];
        const turnedRe = highRe * c - highIm * s;
        const turnedIm = highRe * s + highIm * c;
        re[low] = lowRe + turnedRe;
        im[low] = lowIm + turnedIm;
        re[high] = lowRe - turnedRe;
        im[high] = lowIm - turnedIm;
      }
    }
  }
}

/** Each element to the power of a whole number, by squaring: no angle is ever computed. */
export function powers({ re, im }: Complex, exponent: number): void {
  for (let i = 0; i < re.length; i++) {
    let [baseRe, baseIm] = [re[i] as number, im[i] as number];
    let [powerRe, powerIm] = [1, 0];
    for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
      if (left % 2 === 1)
        [powerRe, powerIm] = [powerRe * baseRe - powerIm * baseIm, powerRe * baseIm + powerIm * baseRe];
      [baseRe, baseIm] = [baseRe * baseRe - baseIm * baseIm, 2 * baseRe * baseIm];
    }
    re[i] = powerRe;
    im[i] = powerIm;
  }
}

/** To the order of reversed bits. */
function reorder(re: Float64Array, im: Float64Array): void {
  const length = re.length;
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j] as number, re[i] as number];
    [im[i], im[j]] = [im[j] as number, im[i] as number];
  }
}
