import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type IRuleResult, Spectral } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { describe, expect, test } from 'vitest';
import { writeSiteOnce } from '../../written-site.ts';

/** Rules of OWASP that would be wrong here. */
const UNTRUE: Record<string, string> = {
	'owasp:api4:2023-rate-limit': 'The rate limits of Cloudflare do not tell how much of them is left.',
};

/** Operations without a token. They create tokens or passwords, or take the secret of a mailed link instead. */
const PUBLIC = [
	'/api/v2/auth',
	'/api/v2/auth/refresh',
	'/api/v2/oauth/token',
	'/api/v2/auth/sso',
	'/api/v2/auth/sso/token',
	'/api/v2/auth/second-factor',
	'/api/v2/auth/registration',
	'/api/v2/auth/registration/renewal',
	'/api/v2/auth/password-reset',
	'/api/v2/auth/password-reset/confirmation',
	'/api/v2/auth/address/agreement',
	'/api/v2/auth/address/confirmation',
	'/api/v2/auth/address/proof',
	'/api/v2/auth/address/restoration',
];

/** Texts of bounded length whose form OAuth, Standard Webhooks, the cells of a file or a page decide, and which their operations judge. */
const FREE_TEXT =
	/webhook-endpoints.*properties\/secret|schemas\/Webhook(EndpointCreation|SecretRotation)|oauth\/token|schemas\/(AccessToken|TokenError|TokenRequest)|employees\/import\/post\/requestBody|schemas\/Import|text\/html|\{domainName\}/;

/** Answers that reads never give: their requests cannot be invalid, and they are not throttled. */
const NEVER_ANSWERED = [
	'owasp:api4:2023-rate-limit-responses-429',
	'owasp:api8:2023-define-error-validation',
];

// The file is read, because an import of the code that writes it would have the compiler check the whole service once more.
const ROOT = resolve(import.meta.dirname, '../../..');
writeSiteOnce(ROOT, Date.now());
const text = readFileSync(join(ROOT, '.assets/openapi.json'), 'utf8');

const spectral = new Spectral();
spectral.setRuleset({
	extends: [owasp],
	rules: Object.fromEntries(Object.keys(UNTRUE).map((rule) => [rule, 'off'])),
});
const redocly = await createConfig({ extends: ['recommended'] });

const askOwasp = (source: string) => spectral.run(JSON.parse(source));
const askRedocly = (source: string) => lintFromString({ source, config: redocly });

const isPublicWrite = ({ code, path }: IRuleResult) =>
	code === 'owasp:api2:2023-write-restricted' && PUBLIC.includes(String(path[1]));
/** These operations need no token, so they never answer 401. */
const isTokenless = ({ code, path }: IRuleResult) =>
	code === 'owasp:api8:2023-define-error-responses-401' && PUBLIC.includes(String(path[1]));
const isFreeText = ({ code, path }: IRuleResult) =>
	code === 'owasp:api4:2023-string-restricted' && FREE_TEXT.test(path.join('/'));
const name = ({ code, path }: IRuleResult) => `${code} at ${path.join('/')}`;

describe('the document as it is served', () => {
	test('keeps the rules of OWASP', async () => {
		const found = await askOwasp(text);
		const unexpected = found.filter(
			(one) =>
				!isPublicWrite(one) &&
				!isTokenless(one) &&
				!isFreeText(one) &&
				!NEVER_ANSWERED.includes(String(one.code)),
		);
		expect(unexpected.map(name)).toEqual([]);
		expect(
			found
				.filter(isPublicWrite)
				.map(({ path }) => path[1])
				.sort(),
		).toEqual(PUBLIC.toSorted());
	});

	test('keeps the rules that Redocly recommends', async () => {
		const found = await askRedocly(text);
		expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
	});
});

describe('a fault is noticed by', () => {
	const answer = { description: 'Nothing' };
	const faulty = (operation: object) =>
		JSON.stringify({ ...JSON.parse(text), paths: { '/api/v2/x': { post: operation } } });

	test('the rules of OWASP', async () => {
		const content = { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } };
		const found = await askOwasp(faulty({ security: [], responses: { 200: { ...answer, content } } }));
		const codes = found.map(({ code }) => String(code).replace(/^owasp:api\d:2023-/, ''));
		expect(codes).toEqual(expect.arrayContaining(['write-restricted', 'array-limit', 'string-limit']));
	});

	test('the rules that Redocly recommends', async () => {
		const found = await askRedocly(faulty({ responses: { 200: answer } }));
		const rules = found.map(({ ruleId }) => ruleId);
		expect(rules).toEqual(expect.arrayContaining(['operation-summary', 'operation-4xx-response']));
	});
});
