import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'verticals/*/**/*.test.ts', 'agents/*/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/fixtures/**'],
    reporters: ['default', './test/reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
