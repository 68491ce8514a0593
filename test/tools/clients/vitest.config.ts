import { defineConfig } from 'vitest/config';

export default defineConfig({
	root: import.meta.dirname,
	test: { include: ['*.test.ts'], globalSetup: 'service.ts', testTimeout: 120_000, hookTimeout: 180_000 },
});
