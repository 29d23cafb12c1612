/**
 * Of all that an agent handed in, the report that counts (A31): the last one that can be read, which is a JSON object.
 * Where none can, the last thing handed in; undefined where nothing was.
 *
 * @param submissions in the order in which they were handed in
 */
export function lastReport(submissions: readonly unknown[]): unknown {
  return submissions.findLast(isReadable) ?? submissions.at(-1);
}

function isReadable(submission: unknown): boolean {
  return typeof submission === 'object' && submission !== null && !Array.isArray(submission);
}
