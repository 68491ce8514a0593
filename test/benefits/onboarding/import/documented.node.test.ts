import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { COLUMN_NAMES, OTHER_TITLES, TITLES } from '../../../../src/benefits/onboarding/file/rules.ts';
import { MODULES } from '../../../../src/foundation/core/modules.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/onboarding.md'), 'utf8');

test('the table of columns in docs/onboarding.md is that of the code', () => {
	const rows = [...text.matchAll(/^\| `(\w+)` \| (.*?) \|(.*)\|$/gm)];
	expect(rows.map(([, name, titles, others]) => [name, titles, others?.trim()])).toEqual(
		COLUMN_NAMES.map((name) => [
			name,
			`${TITLES.de[name]}, ${TITLES.en[name]}`,
			(OTHER_TITLES[name] ?? []).join(', '),
		]),
	);
});

test('the modules in docs/onboarding.md are those of the code', () => {
	const [, cell = ''] = /^\| Modules \| (.*), separated by bars/m.exec(text) ?? [];
	expect(cell.split(', ')).toEqual(MODULES.map((name) => `\`${name}\``));
});
