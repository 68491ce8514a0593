import { expect, test } from 'vitest';
import { BASE } from '../../src/console/env.ts';
import { explained, termsOf } from '../../src/console/help.tsx';
import { SCREENS } from '../../src/console/routes.tsx';
import { browse, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { newCompany } from '../harness/service.ts';

test.each(SCREENS.flatMap(({ links }) => links.map(({ path }) => path)))('%s explains its words', (path) => {
	expect(termsOf(BASE + path)).not.toEqual([]);
});

test('a page explains its words in the language of the reader, a person’s page other ones than the list', async () => {
	const { admin } = await newCompany();
	const { get } = browse(await visitOf(admin));
	const german = await get('/people', { 'Accept-Language': 'de' });
	expect(german.body).toContain(explained('costCentre', 'de').meaning);
	const english = await get('/people', { 'Accept-Language': 'en' });
	expect(english.body).toContain(explained('costCentre', 'en').meaning);
	expect(english.body).not.toContain(explained('carryOver', 'en').meaning);
	expect(termsOf(`${BASE}/people/1`)).toContain('carryOver');
});

test('each page of a company explains its own words', () => {
	expect(termsOf(`${BASE}/integrations`)).toContain('scim');
	expect(termsOf(`${BASE}/integrations`)).not.toContain('cutOff');
	expect(termsOf(`${BASE}/company/office`)).toContain('wageType');
});

test('a page without terms has no help', async () => {
	const { body } = await browse(null).get('/sign-in');
	expect(pageOf(body).select('.help')).toHaveLength(0);
});
