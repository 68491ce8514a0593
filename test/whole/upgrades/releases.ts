import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { BUNDLE } from '../../../src/entrances/cli/bundle.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { LATER, NEXT } from './schema.ts';

/** The options of a Worker in a folder, for the runtime. */
export function codeIn(folder: string): object {
	const { workerOptions } = unstable_getMiniflareWorkerOptions(join(folder, 'wrangler.toml'));
	const modules = [{ type: 'ESModule', path: join(folder, 'index.js') }];
	return { ...workerOptions, modules, modulesRoot: folder, modulesRules: undefined };
}

/** Makes a later release from the bundle of this repository: it needs a schema that comes after the present one. */
export function nextReleaseIn(to: string): object {
	const folder = resolve(to);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	cpSync('.assets', join(folder, '.assets'), { recursive: true });
	cpSync('wrangler.toml', join(folder, 'wrangler.toml'));
	const worker = readFileSync(join(BUNDLE, 'index.js'), 'utf8');
	if (!worker.includes(SCHEMA)) throw new Error('The bundle does not name its schema');
	writeFileSync(join(folder, 'index.js'), worker.replaceAll(SCHEMA, LATER.name));
	writeFileSync(join(folder, '.assets', 'migrations.json'), JSON.stringify(NEXT));
	const whole = JSON.parse(readFileSync(join('.assets', 'schema.json'), 'utf8'));
	const schema = { name: LATER.name, sql: `${whole.sql}\n${LATER.sql}` };
	writeFileSync(join(folder, '.assets', 'schema.json'), JSON.stringify(schema));
	return codeIn(folder);
}
