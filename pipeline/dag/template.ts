import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { quotedIdentifier } from '@duckdb/node-api';
import { Environment } from 'minijinja-js';
import { nearest } from '../config/nearest.ts';
import { Failure, misuse } from '../failure.ts';
import type { Catalogue } from './catalogue.ts';
import type { Model } from './model.ts';

/** A rendered template and the ids of the nodes it refers to. */
export type Compiled = { readonly sql: string; readonly upstream: ReadonlySet<string> };

export type Renderer = {
  /** @throws Failure 2 with file and line */
  render(model: Model): Compiled;
};

type Variables = Readonly<Record<string, unknown>>;

/**
 * Renders models as Jinja templates. They see `ref(name)`, `ref(name, v=1)`, `setting(name)`, every variable of
 * `context` (as do macros) and their own; undefined is an error. Maps are iterated in the order of their keys:
 * pass lists where the order matters.
 *
 * @param macrosDir `{% import 'macros/typing.jinja' %}` is found below it
 */
export async function createRenderer(
  macrosDir: string,
  context: Variables,
  catalogue: Catalogue,
): Promise<Renderer> {
  const environment = new Environment();
  environment.undefinedBehavior = 'strict';
  environment.keepTrailingNewline = true;
  for (const { name, text } of await readMacros(macrosDir)) {
    addTemplate(environment, name, text, macrosDir);
  }
  let rendering: Rendering | undefined;
  const guard = guardOf(() => rendering);
  for (const [name, value] of Object.entries(context)) environment.addGlobal(name, toJinja(value, guard));
  environment.addGlobal(
    'ref',
    guard((name, options) => reference(catalogue, rendering, String(name), versionAsked(options))),
  );
  environment.addGlobal(
    'setting',
    guard(name =>
      settingOf(rendering?.model.context?.settings ?? context.settings, String(name), rendering?.model),
    ),
  );
  return {
    render(model) {
      rendering = { model, upstream: new Set(), failed: undefined };
      addTemplate(environment, model.file, model.sql, macrosDir);
      const { sql, broken } = tryRender(environment, model.file, toJinja(model.context ?? {}, guard));
      if (rendering.failed) throw rendering.failed;
      if (broken !== undefined) throw templateFailure(broken, model.file, macrosDir);
      return { sql, upstream: rendering.upstream };
    },
  };
}

/** What is rendered now, and what came of it so far. */
type Rendering = {
  readonly model: Model;
  readonly upstream: Set<string>;
  failed: Failure | undefined;
};

type Callback = (...args: unknown[]) => unknown;
type Guard = (run: Callback) => Callback;

/**
 * Makes functions that templates may call. An exception must not pass through the WASM, which would be broken ever
 * after: the first one is remembered, to be thrown after rendering.
 */
function guardOf(current: () => Rendering | undefined): Guard {
  const guard: Guard =
    run =>
    (...args) => {
      try {
        const value = run(...args.map(plain));
        if (value === undefined) throw new Error('a function of the context returned nothing');
        return toJinja(value, guard);
      } catch (error) {
        const rendering = current();
        if (!rendering) return '';
        const message = error instanceof Error ? error.message : String(error);
        const name = args.map(plain).findLast(argument => typeof argument === 'string');
        const place = name === undefined ? rendering.model.file : placeOf(rendering.model, String(name));
        rendering.failed ??=
          error instanceof Failure ? error : misuse(`${place}: ${message}`, { cause: error });
        return '';
      }
    };
  return guard;
}

function reference(
  catalogue: Catalogue,
  rendering: Rendering | undefined,
  name: string,
  version: number | undefined,
): string {
  const target = catalogue.find(name, version);
  if (!target) {
    const call = `ref('${name}'${version === undefined ? '' : `, v=${version}`})`;
    throw misuse(`${placeOf(rendering?.model, name)}: ${call}: ${catalogue.whyMissing(name, version)}`);
  }
  rendering?.upstream.add(target.id);
  return quotedIdentifier(target.name);
}

function tryRender(
  environment: Environment,
  name: string,
  context: unknown,
): { sql: string; broken?: unknown } {
  try {
    return { sql: environment.renderTemplate(name, context) };
  } catch (broken) {
    return { sql: '', broken };
  }
}

async function readMacros(dir: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.jinja'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async path => ({
      name: relative(dir, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  );
}

function addTemplate(environment: Environment, name: string, text: string, macrosDir: string) {
  try {
    environment.addTemplate(name, text);
  } catch (error) {
    throw templateFailure(error, name, macrosDir);
  }
}

/** `sql/check/a.sql:3: undefined value`, of minijinja's `undefined value (in sql/check/a.sql:3)` and a source frame. */
function templateFailure(error: unknown, file: string, macrosDir: string): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const [, what = message.split('\n')[0], where = file, line] =
    /^(.*?) \(in (.*?):(\d+)\)/.exec(message) ?? [];
  const path = where.endsWith('.jinja') ? join(shownDir(macrosDir), where) : where;
  return misuse(`${path}${line ? `:${line}` : ''}: ${what}; correct the template`, { cause: error });
}

function shownDir(dir: string): string {
  const below = relative(process.cwd(), dir);
  return below.startsWith('..') ? dir : below;
}

function versionAsked(options: unknown): number | undefined {
  if (options === null || typeof options !== 'object' || !('v' in options)) return undefined;
  return Number(options.v);
}

/** `sql/check/a.sql:12`, where the template has the name in so many words; else the file alone. */
function placeOf(model: Model | undefined, name: string): string {
  if (!model) return '';
  const lines = model.sql.split('\n');
  const line = lines.findIndex(text => text.includes(`'${name}'`) || text.includes(`"${name}"`));
  return line < 0 ? model.file : `${model.file}:${line + 1}`;
}

function settingOf(settings: unknown, name: string, model: Model | undefined): unknown {
  const known = settings !== null && typeof settings === 'object' ? settings : {};
  if (Object.hasOwn(known, name)) return Reflect.get(known, name);
  const near = nearest(name, Object.keys(known))[0];
  throw misuse(
    `${model?.file}: setting('${name}'): no such setting${near === undefined ? '' : `; did you mean '${near}'?`}`,
  );
}

/** Data as minijinja takes it: functions guarded, undefined fields left out (they would print as "none"). */
function toJinja(value: unknown, guard: Guard): unknown {
  if (typeof value === 'function') return guard((...args) => Reflect.apply(value, undefined, args));
  if (Array.isArray(value)) return value.map(item => toJinja(item, guard));
  if (value === null || typeof value !== 'object') return value;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries.filter(([, inner]) => inner !== undefined).map(([key, inner]) => [key, toJinja(inner, guard)]),
  );
}

/** Data as minijinja hands it to a function, with plain objects for its maps. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return value;
}
