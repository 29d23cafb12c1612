import type { Contract, ContractFile, LocatedContract } from './contract.ts';

/** Contracts read in this process, by path and content: a run, its builds and its self-test read the same files. */
const known = new Map<string, LocatedContract>();

/**
 * Reads and validates the YAML of a contract, or takes the one a caller made.
 *
 * @param node how errors name a contract that has no file
 * @throws Failure 2 with file, line, field and the nearest known name
 */
export async function locateContract(
  contract: Contract | ContractFile,
  node: string,
): Promise<LocatedContract> {
  if (!('kind' in contract)) {
    return {
      contract,
      unitTests: [],
      at: path => (path.length ? `${node}: ${path.map(String).join('.')}` : node),
    };
  }
  const content = JSON.stringify([contract.path, contract.name, contract.sha256]);
  const located = known.get(content);
  if (located) return located;
  const { readContractFile } = await import('./contract_schema.ts');
  const read = await readContractFile(contract.path, contract.name);
  known.set(content, read);
  return read;
}
