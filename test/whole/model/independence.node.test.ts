import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));

test('the reference shares no code with the service', () => {
	const imports = files.flatMap((file) => {
		const text = readFileSync(join(import.meta.dirname, file), 'utf8');
		return [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, target = '']) => ({ file, target }));
	});
	const foreign = imports.filter(({ target }) => target.startsWith('.') && !target.startsWith('./'));

	expect(imports.length).toBeGreaterThan(files.length);
	const targets = [
		'harness/changes',
		'harness/invoices',
		'harness/moving',
		'harness/service',
		'harness/tills',
		'tenants/history/telling',
	];
	expect(foreign.map(({ file }) => file)).toEqual(targets.map(() => 'service.ts'));
	expect(foreign.map(({ target }) => target).sort()).toEqual(targets.map((name) => `../../${name}.ts`));
});
