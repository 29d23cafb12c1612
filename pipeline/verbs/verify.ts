import { type Check, verificationExitCode } from '../attest/check.ts';
import { verifyEdition } from '../attest/verify_edition.ts';
import { misuse } from '../failure.ts';
import type { Values } from './values.ts';

/** `candor verify DIR`: one line a check; 0 when none failed, 1 when one did. Offline. */
export async function verify(operands: readonly string[], values: Values): Promise<number> {
  const [folder, ...more] = operands;
  if (folder === undefined || more.length > 0) {
    throw misuse('candor verify: name one folder of an edition, as exports/latest');
  }
  const json = values.json === true;
  const checks = await verifyEdition(folder, {
    attester: values.attester === undefined ? undefined : String(values.attester),
    anyAttester: values['any-attester'] === true,
    filesOnly: values['files-only'] === true,
    report: ({ check, status, detail }) => {
      if (!json) process.stdout.write(`${status.padEnd(7)}  ${check}${detail ? `: ${detail}` : ''}\n`);
    },
  });
  if (json) process.stdout.write(`${JSON.stringify(checks)}\n`);
  else process.stderr.write(`${summary(checks)}\n`);
  return verificationExitCode(checks);
}

/** `verified: 74 checks ok, 1 skipped`, or what failed. */
function summary(checks: readonly Check[]): string {
  const count = (status: Check['status']) => checks.filter(check => check.status === status).length;
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  const failed = count('failed');
  return failed > 0
    ? `not verified: ${failed} of ${checks.length} checks failed${skipped}`
    : `verified: ${count('ok')} checks ok${skipped}`;
}
