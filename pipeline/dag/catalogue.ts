import { nearest } from '../config/nearest.ts';
import { misuse } from '../failure.ts';
import type { Model, Source } from './model.ts';

/** What a reference leads to. */
export type Target = {
  readonly id: string;
  readonly name: string;
  readonly refName: string;
  readonly version: number;
  readonly file: string;
};

/** Finds nodes by the name that `ref` and contracts call them. */
export type Catalogue = {
  /** The latest version, or the named one; undefined when there is none. */
  find(refName: string, version?: number): Target | undefined;
  /** Why there is none: `no such model; did you mean 'claims'?`. */
  whyMissing(refName: string, version?: number): string;
};

/** How a source is called: by the end of its id. */
export function sourceName(source: Source): string {
  return source.id.slice(source.id.lastIndexOf('.') + 1);
}

/**
 * @throws Failure 2 when two nodes would make the same table: names are unique across folders
 */
export function catalogue(nodes: readonly (Model | Source)[]): Catalogue {
  const targets = nodes.map(targetOf);
  const tables = new Map<string, Target>();
  const versions = new Map<string, Target[]>();
  for (const target of targets) {
    // DuckDB folds the case of names
    const twin = tables.get(target.name.toLowerCase());
    if (twin) {
      throw misuse(
        `${target.file}: a table "${target.name}" is also made by ${twin.file}; names are unique across folders, rename one`,
      );
    }
    tables.set(target.name.toLowerCase(), target);
    versions.set(target.refName, [...(versions.get(target.refName) ?? []), target]);
  }
  return {
    find(refName, version) {
      const found = versions.get(refName) ?? [];
      if (version !== undefined) return found.find(target => target.version === version);
      return found.reduce<Target | undefined>(
        (last, target) => (last && last.version > target.version ? last : target),
        undefined,
      );
    },
    whyMissing(refName, version) {
      const found = versions.get(refName);
      if (found)
        return `no version ${version}; there is ${found
          .map(target => target.version)
          .sort()
          .join(', ')}`;
      const near = nearest(refName, versions.keys())[0];
      return `no such model${near === undefined ? '' : `; did you mean '${near}'?`}`;
    },
  };
}

function targetOf(node: Model | Source): Target {
  if (node.kind === 'model') return node;
  const name = sourceName(node);
  return { id: node.id, name, refName: name, version: 1, file: node.id };
}
