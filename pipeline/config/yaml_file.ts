import { readFile } from 'node:fs/promises';
import { isMap, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import type { ZodType, z } from 'zod';
import { misuse } from '../failure.ts';
import { explainIssues } from './schema_issue.ts';

type Path = readonly PropertyKey[];

/** A YAML file that fits its schema, and where each of its fields stands, for later errors. */
export type YamlFile<T> = {
  readonly file: string;
  readonly value: T;
  /** `edition.yml:12: sources[0].world`: the place of a field, as errors name it. */
  at(path: Path): string;
  /** The line of a field, from 1. */
  line(path: Path): number;
};

/**
 * Reads a YAML file and validates it.
 *
 * @param name how errors name the file: the path as the user typed it
 * @throws Failure 2 with file, line, field and, for an unknown key or value, the nearest known one
 */
export async function readYamlFile<S extends ZodType>(
  path: string,
  schema: S,
  name = path,
): Promise<YamlFile<z.output<S>>> {
  const text = await readFile(path, 'utf8').catch(cause => {
    if (cause.code === 'EISDIR') throw misuse(`${name}: a folder; name a file`, { cause });
    throw misuse(`${name}: no such file; name one that exists`, { cause });
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const line = (field: Path) => lineOf(document, lines, field);
  const at = (field: Path) => `${name}:${line(field)}${field.length ? `: ${fieldName(field)}` : ''}`;
  const broken = document.errors[0];
  if (broken?.code === 'DUPLICATE_KEY') {
    const [key] = /^[^:\s]*/.exec(text.slice(broken.pos[0])) ?? [''];
    throw misuse(`${name}:${lines.linePos(broken.pos[0]).line}: ${key}: the key is there twice; keep one`);
  }
  if (broken?.code === 'MULTIPLE_DOCS') {
    throw misuse(`${name}:${lines.linePos(broken.pos[0]).line}: a second document; keep one`);
  }
  if (broken) {
    throw misuse(`${name}:${lines.linePos(broken.pos[0]).line}: not YAML: ${broken.message.split('\n')[0]}`);
  }
  const content = plainData(document, name, lines);
  const result = schema.safeParse(content);
  if (!result.success) throw misuse(explainIssues(result.error.issues, at, content, schema));
  return { file: name, value: result.data, at, line };
}

/** `a[0].b` for `['a', 0, 'b']`. */
export function fieldName(path: Path): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${String(part)}`))
    .join('');
}

/** Aliases are resolved here: one of nothing, or of too much, is an error. */
function plainData(document: ReturnType<typeof parseDocument>, name: string, lines: LineCounter): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    let line = 1;
    visit(document, {
      Alias(_, alias) {
        if (alias.resolve(document) !== undefined || !alias.range) return undefined;
        line = lines.linePos(alias.range[0]).line;
        return visit.BREAK;
      },
    });
    throw misuse(`${name}:${line}: not YAML: ${message.split('\n')[0]}`, { cause: error });
  }
}

function lineOf(document: ReturnType<typeof parseDocument>, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const parent = depth === 0 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    if (depth > 0 && isMap(parent)) {
      const pair = parent.items.find(item => isPair(item) && String(item.key) === String(path[depth - 1]));
      const key = pair?.key;
      if (isNode(key) && key.range) return lines.linePos(key.range[0]).line;
    }
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
