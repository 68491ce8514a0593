import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle, serveBundle } from '../../../src/entrances/cli/bundle.ts';
import { DEMO_PASSWORD } from '../../../src/entrances/cli/demo.ts';
import { prepareLocalState } from '../../../src/entrances/cli/prepare.ts';
import { freePort } from '../../console/service.ts';
import { programIn } from './docs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The program of the documents, for the compiler. */
const FROM_DOCS = join(import.meta.dirname, 'from-docs.ts');
const CLIENT = join(ROOT, 'clients/typescript');
const INSTALLED = join(import.meta.dirname, 'node_modules/zubrot');

/** Installs the client as `npm install zubrot` does, and starts one service for all runtimes and languages. */
export default async function setUp({ provide }: TestProject) {
	process.chdir(ROOT);
	const state = mkdtempSync(join(tmpdir(), 'zubrot-clients-'));
	process.env.STATE_DIR = state;
	installClient();
	writeFileSync(FROM_DOCS, programIn('docs/clients.md'));
	const page = createServer((_, response) =>
		response.setHeader('Content-Type', 'text/html').end('<!doctype html>'),
	);
	const pageUrl = await listening(page);
	await Promise.all([bundle(Date.now()), prepareLocalState(() => {})]);
	const port = await freePort();
	const service = serveBundle(port, { CORS_ORIGINS: pageUrl });
	await service.ready;
	provide('service', await withKey(`http://localhost:${port}`));
	provide('page', pageUrl);
	return async () => {
		page.close();
		await service.dispose();
		rmSync(state, { recursive: true, force: true });
	};
}

const OPERATIONS = [
	'createEmployee',
	'importEmployees',
	'listEmployees',
	'listEvents',
	'readEmployee',
	'readImportTemplate',
	'readMe',
	'setAccess',
	'submitExpense',
	'updateEmployee',
];

/** Makes an API key without the client. */
async function withKey(url: string) {
	const post = async (path: string, body: object, token = '') => {
		const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
		const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
		return (await response.json()) as Record<string, string>;
	};
	const credentials = { email: 'admin@demo.example', password: DEMO_PASSWORD };
	const { idToken } = await post('/api/v2/auth', credentials);
	const me = await fetch(`${url}/api/v2/auth/me`, { headers: { Authorization: `Bearer ${idToken}` } });
	const [companyId = ''] = ((await me.json()) as { manageableCompanyIds: string[] }).manageableCompanyIds;
	const path = `/api/v2/companies/${companyId}/api-keys`;
	const { key: apiKey = '' } = await post(path, { name: 'Clients', operations: OPERATIONS }, idToken);
	return { url, companyId, apiKey };
}

/** Builds, packs and unpacks the client. */
function installClient(): void {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-package-'));
	execFileSync(process.execPath, ['build.ts'], { cwd: CLIENT, stdio: 'inherit' });
	const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const name = execFileSync('npm', pack, { cwd: CLIENT, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
	execFileSync('tar', ['-xzf', join(folder, name), '-C', folder]);
	rmSync(INSTALLED, { recursive: true, force: true });
	mkdirSync(INSTALLED, { recursive: true });
	cpSync(join(folder, 'package'), INSTALLED, { recursive: true });
	rmSync(folder, { recursive: true });
}

function listening(server: ReturnType<typeof createServer>): Promise<string> {
	return new Promise((done) => {
		server.listen(0, 'localhost', () => done(`http://localhost:${(server.address() as AddressInfo).port}`));
	});
}
