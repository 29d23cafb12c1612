import type { List, LogFields, Tool, ValuePath } from './world.ts';

/**
 * The fields of a tool call that the contract reads, so that a log is parsed once for all of them: the first names of
 * the paths into the arguments and the results. Where a path leads to the whole, or a null is told from what is not there,
 * it is null: there the JSON is taken as it is.
 */
export function logFields(tools: readonly Tool[], lists: readonly List[]): LogFields {
  const paths = [
    ...tools.flatMap(tool => [...tool.row, ...(tool.scope ?? [])].map(value => value.path)),
    ...tools.flatMap(tool => [tool.rows, ...tool.okWhen.map(condition => condition.path)]),
    ...lists.flatMap(list => list.identity.map(field => field.path)),
  ].filter(path => path !== null);
  const nulls = tools.flatMap(tool => tool.okWhen.filter(({ literal }) => literal === null));
  const whole = nulls.map(({ path }): ValuePath => ({ root: path.root, names: [] }));
  return {
    args: firstNames([...paths, ...whole], 'args'),
    result: firstNames([...paths, ...whole], 'result'),
    values: typedValues(tools, lists),
  };
}

function typedValues(tools: readonly Tool[], lists: readonly List[]): LogFields['values'] {
  const taken = [
    ...tools.flatMap(tool => [...tool.row, ...(tool.scope ?? [])]),
    ...lists.flatMap(list => list.identity),
  ];
  const different = new Map(
    taken.flatMap(({ path, type }) => (path ? [[JSON.stringify([path, type.name]), { path, type }]] : [])),
  );
  return [...different.values()].map((value, index) => ({ name: `value_${index + 1}`, ...value }));
}

function firstNames(paths: readonly ValuePath[], root: ValuePath['root']): string[] | null {
  const names = paths.filter(path => path.root === root).map(path => path.names[0]);
  if (names.length === 0 || names.includes(undefined)) return null;
  return [...new Set(names)].flatMap(name => name ?? []).sort();
}
