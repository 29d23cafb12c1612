import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readmeNumbers } from './readme_numbers.ts';
import { replaceBlock } from './replace_block.ts';
import { workedReports } from './worked_reports.ts';

// `make readme`: copies what the newest edition says into README.md
const project = join(import.meta.dirname, '..', '..');
const readme = join(project, 'README.md');
const edition = join(project, 'exports', 'latest');
const blocks = {
  'worked reports': await workedReports(edition, join(project, 'fixtures', 'worlds', 'shifts')),
  'numbers of tau-airline': await readmeNumbers(edition),
};
const text = Object.entries(blocks).reduce(
  (so, [name, block]) => replaceBlock(so, name, block),
  readFileSync(readme, 'utf8'),
);
writeFileSync(readme, text);
