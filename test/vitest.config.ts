import { resolve } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '..');
const { FUZZ_RUNS = '500', FUZZ_SEED = '20230307', FUZZ_PATH = '', FUZZ_SECONDS = '20' } = process.env;

export default defineConfig({
	root,
	test: {
		projects: [
			{
				plugins: [
					cloudflareTest(async () => ({
						wrangler: { configPath: `${root}/wrangler.toml` },
						miniflare: {
							bindings: {
								JWT_SECRET: 'the-secret-of-the-tests-is-no-secret-at-all',
								RACES: process.env.RACES ?? '{}',
								FUZZ: {
									runs: Number(FUZZ_RUNS),
									seed: Number(FUZZ_SEED),
									path: FUZZ_PATH,
									seconds: Number(FUZZ_SECONDS),
								},
								MIGRATIONS: await readD1Migrations(`${root}/migrations`),
							},
						},
					})),
				],
				test: {
					name: 'workerd',
					root,
					include: ['test/**/*.test.ts'],
					exclude: ['test/**/*.node.test.ts'],
					setupFiles: ['test/migrate.ts'],
				},
			},
			{
				test: {
					name: 'node',
					root,
					include: ['test/**/*.node.test.ts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
