import { describe, expect, test } from 'vitest';
import { schemas } from '../../../src/entrances/scim/discovery.ts';
import { scimRoutes } from '../../../src/entrances/scim/routes.ts';
import { openApiDocument } from '../../../src/entrances/site/document.ts';
import { llmsText } from '../../../src/entrances/site/llms.ts';
import { exampleOf, operationsOf } from '../../../src/entrances/site/openapi.ts';
import { referencePages } from '../../../src/entrances/site/reference.ts';
import { REFUSALS } from '../../../src/foundation/core/refusals.ts';
import { type Part, pageOf as parsed } from '../../harness/page.ts';

const document = openApiDocument(Date.UTC(2026, 10, 21));
const operations = operationsOf(document);
const pages = referencePages(document, '/reference.css');
const known = new Map<string, Part>();
/** A page, which is parsed once. */
function pageOf(html: string): Part {
	const page = known.get(html) ?? parsed(html);
	known.set(html, page);
	return page;
}
const idsOf = (html: string) =>
	pageOf(html)
		.select('[id]')
		.map((part) => part.attribute('id'));
const addressOf = (file: string) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`;

describe('the pages of the reference', () => {
	test('are an overview, one page for each tag but Extension, and one for SCIM', () => {
		const tags = document.tags.map(({ name }) => name).filter((name) => name !== 'Extension');
		expect(Object.keys(pages)).toEqual([
			'reference.html',
			...tags.map((name) => `reference/${name.toLowerCase()}.html`),
			'reference/scim.html',
		]);
	});

	test.each(Object.entries(pages))(
		'%s has a language, a title, one main heading and no script',
		(_, html) => {
			const page = pageOf(html);
			expect(html).toMatch(/^<!doctype html>\n/);
			expect(page.attribute('lang')).toBe('en');
			expect(page.select('title').map(({ text }) => text)).toEqual([expect.stringMatching(/./)]);
			expect(page.select('h1')).toHaveLength(1);
			expect([...page.select('script'), ...page.inlineCode]).toEqual([]);
		},
	);

	test.each(Object.entries(pages))('%s has no id twice', (_, html) => {
		const ids = idsOf(html);
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	});

	test('link only to what is there', () => {
		const files = ['/openapi.json', '/openapi.yaml', '/llms.txt', '/favicon.svg', '/reference.css'];
		const anchors = Object.entries(pages).flatMap(([file, html]) =>
			idsOf(html).map((id) => `${addressOf(file)}#${id}`),
		);
		const known = new Set([...files, ...Object.keys(pages).map(addressOf), ...anchors]);
		const links = Object.entries(pages).flatMap(([file, html]) =>
			pageOf(html)
				.select('[href]')
				.map(({ href }) => (href.startsWith('#') ? addressOf(file) + href : href)),
		);
		expect(links.length).toBeGreaterThan(200);
		expect([...new Set(links)].filter((link) => !known.has(link))).toEqual([]);
	});

	test('show every operation once, with its call and who may make it', () => {
		const guarded = operations.filter(({ security }) => security?.length !== 0);
		const parts = Object.values(pages).map(pageOf);
		const articles = parts.flatMap((page) => page.select('article').map((part) => part.attribute('id')));
		const paths = new Set(parts.flatMap((page) => page.select('code').map(({ text }) => text)));
		for (const { operationId, path } of operations) {
			expect(
				articles.filter((id) => id === operationId),
				operationId,
			).toHaveLength(1);
			expect(paths).toContain(path);
		}
		const all = parts.map(({ text }) => text).join(' ');
		expect(all.match(/Allowed: /g)).toHaveLength(guarded.length);
	});

	test('SCIM has every route and attribute that it serves, and a link on every page', () => {
		const scim = pageOf(pages['reference/scim.html'] ?? '');
		const rows = scim.select('th[scope="row"]').map(({ text }) => text);
		const routes = scimRoutes()
			.routes.filter(({ method }) => method !== 'ALL')
			.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`);
		expect(rows.filter((row) => /^(GET|POST|PUT|PATCH|DELETE) /.test(row)).sort()).toEqual(routes.sort());
		const attributes = schemas.flatMap((schema) => schema.attributes).map(({ name }) => name);
		expect(rows).toEqual(expect.arrayContaining(attributes));
		for (const html of Object.values(pages)) expect(html).toContain('href="/reference/scim"');
	});

	test('name every error', () => {
		const codes = pageOf(pages['reference.html'] ?? '').select('code[id]');
		expect(codes.map((code) => code.attribute('id'))).toEqual(expect.arrayContaining(Object.keys(REFUSALS)));
	});

	test('escape what they show', () => {
		// A parser would repair what was not escaped, so this looks at the source.
		expect(pages['reference/flex.html']).not.toMatch(/<(?!\/?[a-z!])/);
	});
});

test('llms.txt names every operation with a call that can be copied', () => {
	const text = llmsText(document);
	for (const { operationId, path } of operations) {
		expect(text).toContain(`(${operationId})`);
		expect(text).toContain(path.split('{')[0]);
	}
});

describe('the dates of examples lie around the day of the build', () => {
	test.each([
		['2026-03-31', '2026-03-01', '2026-04-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z', '2026-02'],
		['2026-11-21', '2026-11-01', '2026-12-01T00:00:00.000Z', '2027-08-31T23:59:59.999Z', '2026-10'],
		['2027-01-01', '2027-01-01', '2027-02-01T00:00:00.000Z', '2027-10-31T23:59:59.999Z', '2026-12'],
		['2028-02-29', '2028-02-01', '2028-03-01T00:00:00.000Z', '2028-11-30T23:59:59.999Z', '2028-01'],
	])('on %s', (day, expenseDate, startDate, endDate, month) => {
		const built = openApiDocument(Date.parse(day));
		const exampleBody = (name: string) => exampleOf(built, built.components.schemas[name] ?? {});
		expect(exampleBody('ExpenseSubmission')).toMatchObject({ date: expenseDate });
		expect(exampleBody('GoodiesBudgetSetting')).toMatchObject({ startDate, endDate });
		expect(exampleBody('PayrollRunClosing')).toEqual({ month });
	});
});
