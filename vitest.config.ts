import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['pipeline/**/*.test.ts', 'udf/**/*.test.ts', 'sql/**/*.test.ts', 'fixtures/**/*.test.ts'],
    // files share no state, so workers serve one after the other
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
