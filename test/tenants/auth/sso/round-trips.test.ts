import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { at } from '../../../harness/service.ts';
import { account, atProvider, begin, comeBack, exchange, newColleague, newSsoCompany } from './people.ts';

beforeEach(() => at(new Date().toISOString()));

test('beginning takes one round trip, the exchange two, and the return three, because the provider is asked between them', async () => {
	const { email } = await newColleague(await newSsoCompany());
	const [beginning, returning, exchanging] = [counting(), counting(), counting()];
	const { body } = await begin(email, beginning.bindings);
	const location = await atProvider(body.authorizationUrl, account(email));
	const back = await comeBack(location, returning.bindings);
	expect((await exchange(back.get('code'), body.transaction, exchanging.bindings)).status).toBe(200);
	expect([beginning, returning, exchanging].map(({ counted }) => counted.trips)).toEqual([1, 3, 2]);
});
