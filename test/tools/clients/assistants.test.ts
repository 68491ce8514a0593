import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Zubrot } from 'zubrot';
import { blocksIn } from './docs.ts';

const INSPECTOR = join(
	import.meta.dirname,
	'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** The inspector writes into the home of its user. */
const HOME = mkdtempSync(join(tmpdir(), 'zubrot-inspector-'));
afterAll(() => rmSync(HOME, { recursive: true }));

const { url, companyId } = inject('service');
const admin = new Zubrot({ url, auth: { email: 'admin@demo.example', password: 'zubrot-demo-2026' } });
const [newKey = '', inspection = '', release = ''] = blocksIn('docs/assistants.md', 'sh');

let key: string;

beforeAll(async () => {
	const params = { path: { companyId } };
	await admin.PUT('/api/v2/companies/{companyId}', { params, body: { assistants: true } });
	({ key } = JSON.parse(await run(newKey)));
});

/** Runs commands of the page. The inspector is the installed one, which needs a newer Node than the one beside it. */
async function run(commands: string, given: Record<string, string> = {}): Promise<string> {
	const credentials = { email: 'admin@demo.example', password: 'zubrot-demo-2026' };
	const { data } = await admin.POST('/api/v2/auth', { body: credentials });
	const env = { PATH: process.env.PATH, HOME, URL: url, COMPANY: companyId, TOKEN: data.idToken, ...given };
	const npx = `npx() { ${process.execPath} ${INSPECTOR} "\${@:3}"; }`;
	return (await promisify(execFile)('bash', ['-euc', `${npx}\n${commands}`], { env })).stdout;
}

async function newEmployee(): Promise<string> {
	const email = `assistants-${crypto.randomUUID()}@demo.example`;
	const { data } = await admin.POST('/api/v2/employees', { body: { companyId, email, costCenter: '17' } });
	return data.employeeId;
}

async function costCenterOf(employeeId: string): Promise<string | null | undefined> {
	const { data } = await admin.GET('/api/v2/employees/{id}', { params: { path: { id: employeeId } } });
	return data.costCenter;
}

interface Listed {
	tools: { name: string }[];
}

interface Called {
	content: { type: string; text?: string }[];
}

const textOf = ({ content }: Called) => JSON.parse(content[0]?.text ?? '');

/** Expects the results of the four requests, releases the proposal as the page says, and expects the change. */
async function expectDriven(employeeId: string, listed: Listed, calls: readonly Called[]): Promise<void> {
	expect(listed.tools.map(({ name }) => name)).toEqual(['find_operation', 'read', 'propose']);
	const [found, read, proposed] = calls.map(textOf);
	expect(found.operations[0]).toMatchObject({ operationId: 'updateEmployee', use: 'propose' });
	expect(read.data).toMatchObject({ employeeId, costCenter: '17' });
	expect(proposed.proposal.difference).toMatchObject([{ after: { costCenter: '4712' } }]);
	expect(await costCenterOf(employeeId)).toBe('17');
	expect(JSON.parse(await run(release, { PROPOSAL: proposed.proposal.id })).state).toBe('RELEASED');
	expect(await costCenterOf(employeeId)).toBe('4712');
}

test.concurrent("the inspector's command line drives the server, as the page says", async () => {
	const employeeId = await newEmployee();
	const printed = await run(inspection, { KEY: key, EMPLOYEE: employeeId });
	const [listed, ...calls] = printed
		.split(/(?<=^\})\n/m)
		.filter(Boolean)
		.map((one) => JSON.parse(one));
	await expectDriven(employeeId, listed, calls);
});

test.concurrent("the SDK's client drives the server", async () => {
	const employeeId = await newEmployee();
	const client = new Client({ name: 'test', version: '1' });
	const headers = { Authorization: `Bearer ${key}` };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
	);
	const parameters = { id: employeeId };
	const called = async (name: string, given: Record<string, unknown>) =>
		(await client.callTool({ name, arguments: given })) as Called;
	const listed = await client.listTools();
	const calls = [
		await called('find_operation', { words: 'change an employee' }),
		await called('read', { operationId: 'readEmployee', parameters }),
		await called('propose', {
			operationId: 'updateEmployee',
			parameters,
			body: { costCenter: '4712' },
			reason: 'The department has moved',
		}),
	];
	await client.close();
	await expectDriven(employeeId, listed, calls);
});
