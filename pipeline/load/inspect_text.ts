import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { Failure, misuse } from '../failure.ts';

/** What the reader of lines gives DuckDB as delimiter, so that lines stay whole: no JSON holds it. */
export const delimiter = '\x01\x02\x03\x04';

const CR = 0x0d;
const LF = 0x0a;

/**
 * Reads a file to its end, for what the reader of lines would misread: a byte order mark is swallowed, what is left of
 * a truncated archive is taken as the whole, a carriage return alone eats a character.
 *
 * @returns whether the text begins with a byte order mark
 * @throws Failure 2 for a damaged archive and for control characters that cannot stand in JSON Lines
 */
export async function inspectText(file: string, folder: string): Promise<{ bom: boolean }> {
  const source = createReadStream(join(folder, file), { highWaterMark: 1 << 20 });
  const decompressor = decompressorOf(file);
  let bom = false;
  const inspect = async (chunks: AsyncIterable<Buffer>) => {
    let offset = 0;
    let tail: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const text = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
      if (offset === 0) bom = text.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
      // the last bytes are looked at again with those that follow
      const kept = Math.min(text.length, delimiter.length);
      refuseControls(text, text.length - kept, file, offset);
      offset += text.length - kept;
      tail = text.subarray(text.length - kept);
    }
    // a carriage return at the very end is a line end that was cut
    refuseControls(Buffer.concat([tail, Buffer.from('\n')]), tail.length, file, offset);
  };
  try {
    await (decompressor ? pipeline(source, decompressor, inspect) : pipeline(source, inspect));
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw misuse(`${file}: truncated or damaged; ${decompressor ? 'compress it anew' : 'restore it'}`, {
      cause,
    });
  }
  return { bom };
}

/** Looks at the control characters that begin before `end`. */
function refuseControls(text: Buffer, end: number, file: string, offset: number): void {
  for (let at = text.indexOf(CR); at >= 0 && at < end; at = text.indexOf(CR, at + 1)) {
    if (text[at + 1] === LF) continue;
    throw misuse(`${file}: a carriage return alone at byte ${offset + at}; end lines with LF or CRLF`);
  }
  const at = text.indexOf(delimiter);
  if (at < 0 || at >= end) return;
  throw misuse(`${file}: control characters at byte ${offset + at}; write JSON Lines`);
}

function decompressorOf(file: string): Transform | undefined {
  if (file.endsWith('.gz')) return createGunzip();
  if (file.endsWith('.zst')) return createZstdDecompress();
  return undefined;
}
