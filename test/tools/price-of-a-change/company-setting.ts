import type { Change } from './change.ts';

/** A company sets for how many days a proposal stays open. */
export const COMPANY_SETTING: Change = {
	name: 'company-setting',
	isStored: true,
	edits: [
		{
			file: 'src/foundation/core/company-settings.ts',
			behind: 'export const COMPANY_NUMBERS = {',
			lines: `	proposalDays: {
		column: 'proposal_days',
		label: ['days that a proposal stays open', 'Tage, die ein Vorschlag offen bleibt'],
		description: 'Days that a proposal stays open.',
		isOwn: true,
		default: 14,
		max: 90,
	},`,
		},
		{
			file: 'src/administration/proposals/rules.ts',
			instead: 'const OPEN_DAYS = 14;\n',
			lines: '',
		},
		{
			file: 'src/administration/proposals/rules.ts',
			instead: 'export const expiryOf = (now: Instant): Instant => endOfDay(addDays(now, OPEN_DAYS));',
			lines: `export const expiryOf = (now: Instant, { proposalDays }: { proposalDays: number }): Instant =>
	endOfDay(addDays(now, proposalDays));`,
		},
		{
			file: 'src/administration/proposals/actions.ts',
			instead: 'dateExpires: expiryOf(now),',
			lines: 'dateExpires: expiryOf(now, company),',
		},
		{
			file: 'src/console/company/proposals.tsx',
			instead: "	assistants: ['Allow assistants and proposals',",
			lines: `	proposalDays: ['Days that a proposal stays open', 'Tage, die ein Vorschlag offen bleibt'],
	assistants: ['Allow assistants and proposals',`,
		},
		{ file: 'src/console/company/proposals.tsx', lines: "import { number } from '../kinds.tsx';" },
		{
			file: 'src/console/company/proposals.tsx',
			instead: 'fields: { assistants: flag(), proposalsNeedSecondPerson: flag() },',
			lines:
				"fields: { assistants: flag(), proposalsNeedSecondPerson: flag(), proposalDays: number({ unreadable: 'days' }) },",
		},
		{
			file: 'test/tenants/companies/companies.test.ts',
			behind: '			proposalsNeedSecondPerson: false,',
			lines: '			proposalDays: 14,',
		},
		{
			file: 'test/administration/proposals/days.test.ts',
			isNew: true,
			lines: `import { expect, test } from 'vitest';
import { pageOf } from '../../harness/page.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { as, newCompany } from '../../harness/service.ts';

test('administrators set for how many days a proposal stays open', async () => {
	const { id, admin } = await newCompany();
	expect((await as(admin).put(\`/companies/\${id}\`, { proposalDays: 3 })).body).toMatchObject({ proposalDays: 3 });
	const { body } = await browse(await visitOf(admin)).get('/company/proposals');
	expect(pageOf(body).values('proposalDays')).toEqual(['3']);
});
`,
		},
	],
	tests: [
		'test/administration/proposals',
		'test/tenants/companies/companies.test.ts',
		'test/tenants/companies/settings.test.ts',
		'test/migrations.node.test.ts',
	],
};
