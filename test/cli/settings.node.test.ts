import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = mkdtempSync(join(tmpdir(), 'zubrot-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const SETTINGS = 'name = "zubrot"\nmain = "index.ts"\ncompatibility_date = "2026-09-18"\n';

test('npm start refuses a mistyped origin in CORS_ORIGINS in one sentence, and makes nothing', () => {
	writeFileSync(
		join(FOLDER, 'wrangler.toml'),
		`${SETTINGS}[vars]\nCORS_ORIGINS = "https://a.example,b.example"\n`,
	);
	const start = spawnSync(process.execPath, [join(ROOT, 'src/cli/start.ts')], {
		cwd: FOLDER,
		encoding: 'utf8',
		env: { ...process.env, PORT: '8799', STATE_DIR: join(FOLDER, 'state') },
	});
	expect(start.status).toBe(1);
	expect(start.stderr.trim()).toBe(
		'Entry 2 of CORS_ORIGINS is not an origin such as https://benefits.example, without a path.',
	);
	expect(readdirSync(FOLDER)).not.toContain('.dev.vars');
});
