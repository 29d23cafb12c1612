import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readmeNumbers, replaceNumbers } from './readme_numbers.ts';

// `make readme`: copies the numbers of the newest edition into README.md
const project = join(import.meta.dirname, '..', '..');
const readme = join(project, 'README.md');
const numbers = await readmeNumbers(join(project, 'exports', 'latest'));
writeFileSync(readme, replaceNumbers(readFileSync(readme, 'utf8'), numbers));
