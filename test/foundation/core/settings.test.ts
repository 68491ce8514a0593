import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { faultsBesideSecrets, SETTINGS, type SettingName } from '../../../src/foundation/core/settings.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';

test.each([
	[
		'CORS_ORIGINS',
		'https://a.example,b.example',
		'Entry 2 of CORS_ORIGINS is not an origin such as https://benefits.example, without a path.',
	],
	[
		'PUBLIC_URL',
		'https://a.example/app',
		'PUBLIC_URL must be an origin like https://benefits.example, not https://a.example/app.',
	],
	['MAIL_FROM', 'Zubrot', 'MAIL_FROM must be like Benefits <benefits@mail.example>, not Zubrot.'],
	[
		'RECEIPTS_DOMAIN',
		'receipts@mail.example',
		'RECEIPTS_DOMAIN must be a domain like in.benefits.example, not receipts@mail.example.',
	],
	['MAIL_PER_DAY', '0', 'MAIL_PER_DAY must be a whole number from 1 to 9999999, not 0.'],
])('a mistyped %s is refused in one sentence', (name, value, sentence) => {
	expect(faultsBesideSecrets({ [name]: value }, true)).toEqual([sentence]);
});

/** The settings of the environment that are texts. Only a local start sets the demo accounts. */
type Text = Exclude<
	{ [Name in keyof Bindings]-?: NonNullable<Bindings[Name]> extends string ? Name : never }[keyof Bindings],
	'DEMO_ACCOUNTS'
>;
const isSame: [Text] extends [SettingName] ? ([SettingName] extends [Text] ? true : false) : false = true;

test('the environment has these settings, and the docs explain each and say which are secrets', () => {
	expect(isSame).toBe(true);
	const docs = readFileSync(resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
	const places = new Map(
		[...docs.matchAll(/^\| `([A-Z_]+)` \| (secret|`\[vars\]`|`\.dev\.vars`) \|/gm)].map(([, name, place]) => [
			name,
			place,
		]),
	);
	expect([...places.keys()].sort()).toEqual(Object.keys(SETTINGS).sort());
	for (const [name, setting] of Object.entries(SETTINGS)) {
		const place = 'isForDevelopment' in setting ? '`.dev.vars`' : '`[vars]`';
		expect([name, places.get(name)]).toEqual([name, 'isSecret' in setting ? 'secret' : place]);
	}
});
