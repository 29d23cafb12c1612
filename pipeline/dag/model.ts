import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { misuse } from '../failure.ts';
import type { Contract, ContractFile } from './contract/contract.ts';
import type { Database } from './database.ts';

/** A table that a SQL template makes. Plain data: callers may make models of their own. */
export type Model = {
  readonly kind: 'model';
  /** `check.claims`; an older version `check.claims.v1`. */
  readonly id: string;
  /** The name of the table; of an older version `claims_v1`. */
  readonly name: string;
  /** What `ref` calls it; the same for all versions. */
  readonly refName: string;
  readonly version: number;
  /** How errors name the template, such as `sql/check/claims.sql`. */
  readonly file: string;
  /** Where the compiled SQL goes, below `target/compiled`. */
  readonly compiledPath: string;
  readonly sql: string;
  readonly contract: Contract | ContractFile;
  /** Variables of this model only, besides those of the run. */
  readonly context?: Readonly<Record<string, unknown>>;
};

/** A table that TypeScript makes. */
export type Source = {
  readonly kind: 'source';
  readonly id: string;
  readonly contract: Contract | ContractFile;
  /** Changes when what `build` would make of the same tables changes. */
  readonly fingerprint: string;
  /** The tables that `build` reads: they come first, and when one changes it is built again. */
  readonly reads?: readonly string[];
  /** Makes the table, named as the id after its last dot. Runs inside a transaction and must not begin one. */
  build(database: Database): Promise<void>;
};

/** Where models are: in the subfolders of `dir`, or, if `folder` names them, in `dir` itself. */
export type ModelRoot = {
  readonly dir: string;
  readonly folder?: string;
  /** Set before the names of the models, where those of the files would not be unique. */
  readonly prefix?: string;
  readonly context?: Readonly<Record<string, unknown>>;
};

type Stem = {
  readonly root: ModelRoot;
  readonly folder: string;
  readonly dir: string;
  readonly stem: string;
};

/**
 * Reads the models of some folders: `claims.sql` with `claims.yml` beside it; `claims.v2.sql` is a later version.
 *
 * @throws Failure 2 for a folder that is not there, a template without contract, a contract without template
 */
export async function readModels(roots: readonly ModelRoot[]): Promise<Model[]> {
  const stems = (await Promise.all(roots.map(stemsOf))).flat();
  const latest = new Map<string, number>();
  for (const { root, folder, stem } of stems) {
    const { refName, version } = versionOf(root, stem);
    const key = `${folder}.${refName}`;
    latest.set(key, Math.max(version, latest.get(key) ?? 0));
  }
  const models = await Promise.all(stems.map(stem => readModel(stem, latest)));
  return models.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function stemsOf(root: ModelRoot): Promise<Stem[]> {
  if (root.folder !== undefined) return stemsIn(root, root.folder, root.dir);
  const entries = await list(root.dir);
  const folders = entries.filter(entry => entry.isDirectory()).map(entry => entry.name);
  return (await Promise.all(folders.map(folder => stemsIn(root, folder, join(root.dir, folder))))).flat();
}

async function stemsIn(root: ModelRoot, folder: string, dir: string): Promise<Stem[]> {
  const names = (await list(dir)).filter(entry => entry.isFile()).map(entry => entry.name);
  const sql = names.filter(name => name.endsWith('.sql')).map(name => name.slice(0, -4));
  const yml = names.filter(name => name.endsWith('.yml')).map(name => name.slice(0, -4));
  const bare = sql.find(stem => !yml.includes(stem));
  if (bare !== undefined) {
    throw misuse(`${shown(join(dir, `${bare}.sql`))}: no contract; write ${bare}.yml beside it`);
  }
  const lone = yml.find(stem => !sql.includes(stem));
  if (lone !== undefined) {
    throw misuse(
      `${shown(join(dir, `${lone}.yml`))}: a contract without ${lone}.sql; write the model or remove it`,
    );
  }
  return sql.map(stem => ({ root, folder, dir, stem }));
}

async function list(dir: string) {
  return readdir(dir, { withFileTypes: true }).catch(cause => {
    throw misuse(`${shown(dir)}: no such folder; models are read from it`, { cause });
  });
}

async function readModel(
  { root, folder, dir, stem }: Stem,
  latest: ReadonlyMap<string, number>,
): Promise<Model> {
  const { refName, version } = versionOf(root, stem);
  const older = version < (latest.get(`${folder}.${refName}`) ?? version);
  const sqlPath = join(dir, `${stem}.sql`);
  const contractPath = join(dir, `${stem}.yml`);
  const [sql, contract] = await Promise.all([readFile(sqlPath, 'utf8'), readFile(contractPath)]);
  return {
    kind: 'model',
    id: `${folder}.${refName}${older ? `.v${version}` : ''}`,
    name: `${refName}${older ? `_v${version}` : ''}`,
    refName,
    version,
    file: shown(sqlPath),
    compiledPath: join(folder, `${root.prefix ?? ''}${stem}.sql`),
    sql,
    contract: {
      kind: 'contract_file',
      path: contractPath,
      name: shown(contractPath),
      sha256: createHash('sha256').update(contract).digest('hex'),
    },
    ...(root.context ? { context: root.context } : {}),
  };
}

/** `slices.v2` is version 2 of `slices`; `slices` is version 1. */
function versionOf(root: ModelRoot, stem: string): { refName: string; version: number } {
  const [, name = stem, number = '1'] = /^(.*)\.v(\d+)$/.exec(stem) ?? [];
  return { refName: `${root.prefix ?? ''}${name}`, version: Number(number) };
}

/** A path as people know it: below the working directory without its prefix. */
function shown(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}
