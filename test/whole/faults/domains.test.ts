import { env } from 'cloudflare:workers';
import type { Placed } from '../../foundation/cells/people.ts';
import { setTexts } from '../../harness/dns.ts';
import { as } from '../../harness/service.ts';
import { type Companies, testFaults, type Write } from './two-databases.ts';

const pathOf = ({ id }: Placed) => `/companies/${id}/single-sign-on`;

/** A domain that all three companies may verify, because the records of all of them are published. */
async function newDomain(companies: Companies): Promise<string> {
	const domain = `${crypto.randomUUID()}.faults.example`;
	const provider = { issuer: env.IDENTITY_PROVIDER, clientId: 'zubrot', clientSecret: 'a secret' };
	const texts: string[] = [];
	for (const company of Object.values(companies)) {
		const { body } = await as(company.admin).put(pathOf(company), { ...provider, domains: [domain] });
		texts.push(`"${body.domains[0].record.value}"`);
	}
	await setTexts(`_zubrot-challenge.${domain}`, texts);
	return domain;
}

const verify = (company: Placed, domain: string, bindings = env) =>
	as(company.admin, bindings).post(`${pathOf(company)}/domains/${domain}/verification`);

const verifying = ({ one }: Companies, domain: string): Omit<Write, 'statuses'> => ({
	caller: one.admin,
	address: domain,
	to: one,
	send: (bindings = env) => verify(one, domain, bindings),
	rival: (company) => verify(company, domain),
});

testFaults({
	'A domain that a company in a cell verifies': async (all) => ({
		...verifying(all, await newDomain(all)),
		statuses: [200],
	}),

	'A domain that a company in a cell gives up': async (all) => {
		const { one } = all;
		const domain = await newDomain(all);
		const headers = { 'Idempotency-Key': crypto.randomUUID() };
		await verify(one, domain);
		const send = (bindings = env) => as(one.admin, bindings).send('DELETE', pathOf(one), undefined, headers);
		return { ...verifying(all, domain), to: null, send, statuses: [200] };
	},
});
