import { $ } from 'zx/core';

/** The git revision of a folder, `-dirty` behind it where files differ; null outside a repository or without git. */
export async function gitRevision(folder: string): Promise<string | null> {
  const git = await $({
    cwd: folder,
    nothrow: true,
    quiet: true,
  })`git describe --always --dirty --abbrev=40 --exclude=*`;
  return git.exitCode === 0 ? git.stdout.trim() : null;
}
