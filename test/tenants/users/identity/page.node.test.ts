import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { IDENTITY, RESTS } from '../../../../src/tenants/users/identity/rules.ts';

const PAGE = join(resolve(import.meta.dirname, '../../../..'), 'docs/identity.md');
const PLACE = /<!-- table -->\n[\s\S]*<!-- \/table -->/;

const NAMES: Record<keyof typeof IDENTITY, string> = {
	address: 'e-mail address',
	password: 'password',
	secondFactor: 'second factor',
	recoveryCodes: 'recovery codes',
	sessions: 'sessions',
	devices: 'devices for push messages',
};

const rests: Partial<Record<string, readonly string[]>> = RESTS;

const cell = (what: string, party: string, may: string): string =>
	`\`${may}\`${rests[what]?.includes(party) ? ', then resets by mail rest' : ''}`;

const rows = Object.entries(IDENTITY).map(
	([what, { company, directory, operator }]) =>
		`| ${NAMES[what as keyof typeof NAMES]} | ${cell(what, 'company', company)} | ${cell(what, 'directory', directory)} | ${cell(what, 'operator', operator)} |`,
);
const table = [
	'<!-- table -->',
	'| | An administrator | Directory, provider | The operator |',
	'|---|---|---|---|',
	...rows,
	'<!-- /table -->',
].join('\n');

test('the page of the identity model shows the table that the code reads', () => {
	const page = readFileSync(PAGE, 'utf8');
	if (process.env.WRITE === 'true') writeFileSync(PAGE, page.replace(PLACE, table));
	expect(readFileSync(PAGE, 'utf8')).toContain(table);
});
