import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { as, newCompany, newUser } from '../../../harness/service.ts';

const MARK = 77_123_456;

test('the rules of a template of many companies stand once in the history, and each company reads them', async () => {
	const companies = await Promise.all(Array.from({ length: 20 }, () => newCompany()));
	const companyIds = companies.map(({ id }) => id);
	const budgets = Array.from({ length: 100 }, () => ({ budget: { value: MARK, currency: 'EUR_CENT' } }));
	const template = { name: 'Meals', companyIds, rules: [{ budgets }] };
	const { body } = await as(await newUser(['COMPANY_ADMIN'], companyIds)).post(
		'/flex/tax-rule-templates',
		template,
	);

	const { results } = await env.DB.prepare(
		'SELECT "after" FROM events UNION ALL SELECT "after" FROM event_values UNION ALL SELECT text FROM event_texts',
	).all<{ after: unknown }>();
	const holding = results.filter(({ after }) => String(after).includes(String(MARK)));
	expect(holding).toHaveLength(1);
	for (const { id, admin } of companies) {
		const told = await eventsFor(admin, 'type=tax_rule_template.created');
		expect(told).toMatchObject([
			{ companyId: id, recordId: body.id, before: null, after: { name: 'Meals', rules: body.rules } },
		]);
	}
});
