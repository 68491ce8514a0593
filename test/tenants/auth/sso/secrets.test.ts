import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { at } from '../../../harness/service.ts';
import { readState } from '../../../harness/snapshot.ts';
import {
	account,
	atProvider,
	begin,
	comeBack,
	exchange,
	newColleague,
	newSsoCompany,
	signIn,
} from './people.ts';

const CLIENT_SECRET = 'the client secret at the provider of the tests';

let log: string;

beforeEach(() => {
	at(new Date().toISOString());
	log = '';
	for (const level of ['log', 'error', 'warn'] as const) {
		vi.spyOn(console, level).mockImplementation((line) => {
			log += `${line}\n`;
		});
	}
});
afterEach(() => vi.restoreAllMocks());

test('neither database nor events nor log hold a secret that was used on the way', async () => {
	const company = await newSsoCompany();
	const { email } = await newColleague(company);
	const { body } = await begin(email);
	const location = await atProvider(body.authorizationUrl, account(email));
	const back = await comeBack(location);
	const pair = (await exchange(back.get('code'), body.transaction)).body;
	await signIn(email, { ...account(email), alg: 'none' });
	const returned = new URL(location).searchParams;
	const asked = new URL(body.authorizationUrl).searchParams;

	const secrets: Record<string, string | null> = {
		'the client secret': CLIENT_SECRET,
		'the state': returned.get('state'),
		'the code of the provider': returned.get('code'),
		'the nonce': asked.get('nonce'),
		'our code': back.get('code'),
		'the secret of the client': body.transaction,
		'the token': pair.idToken,
		'the refresh token': pair.refreshToken,
	};
	const places = {
		database: JSON.stringify(await readState()),
		events: JSON.stringify(await eventsFor(company.admin)),
		log,
	};
	expect(log).toContain('sign_in_refused');
	for (const [name, secret] of Object.entries(secrets)) {
		expect(secret?.length, name).toBeGreaterThan(20);
		for (const [place, content] of Object.entries(places)) {
			expect(content.includes(String(secret)), `${name} in the ${place}`).toBe(false);
		}
	}
	expect(log, 'e-mail addresses in the log').not.toContain(email);
});
