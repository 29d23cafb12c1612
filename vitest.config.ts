import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['pipeline', 'udf', 'sql', 'fixtures', 'bench'].map(folder => `${folder}/**/*.test.ts`),
    // files share no state, so workers serve one after the other
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
