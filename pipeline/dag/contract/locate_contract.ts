import type { Contract, ContractFile, LocatedContract } from './contract.ts';

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
  if ('kind' in contract) {
    const { readContractFile } = await import('./contract_schema.ts');
    return readContractFile(contract.path, contract.name);
  }
  return { contract, at: path => (path.length ? `${node}: ${path.map(String).join('.')}` : node) };
}
