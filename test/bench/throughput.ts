import { compare, type Route } from './load.ts';
import { type Runtime, tokens } from './runtime.ts';
import { MAIN_COMPANY, newActor, seededId } from './seed.ts';
import { median, printTable } from './table.ts';

const AIM = 0.8;
const EMPLOYEES_ASKED = 500;

/** Holds the product against a bare Hono route with the same SQL, in the same workerd. */
export async function measureThroughput(
	{ url, bindings, cpuMs }: Runtime,
	effort: { rounds: number; seconds: number },
): Promise<void> {
	const admin = await newActor(bindings.DB, ['COMPANY_ADMIN'], [seededId('company', MAIN_COMPANY)]);
	const token = await tokens.issue(admin, Date.now());
	const under =
		(base: string, path: (n: number) => string): Route =>
		(n) =>
			new URL(base + path(n), url).href;

	const rows: string[][] = [];
	for (const [name, path] of [
		['/employees/{id}/flex/access', (n: number) => `/employees/${employee(n)}/flex/access`],
		['/employees?limit=200', () => '/employees?limit=200'],
	] as const) {
		const routes = { product: under('/api/v2', path), bare: under('/bare', path) };
		const { product, bare, ratios, productCpu, bareCpu } = await compare(routes, token, cpuMs, effort);
		const ratio = median(ratios);
		rows.push([
			`GET ${name}`,
			product.toFixed(0),
			bare.toFixed(0),
			ratio.toFixed(2),
			`${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
			ratio >= AIM ? 'ok' : 'missed',
			productCpu.toFixed(0),
			bareCpu.toFixed(0),
			(bareCpu / productCpu).toFixed(2),
		]);
	}
	printTable(
		'2. Throughput over 8 connections, against a bare route with the same SQL as raw statements',
		[
			'route',
			'requests/s',
			'bare requests/s',
			'ratio',
			'over the rounds',
			`aim ${AIM}`,
			'CPU µs',
			'bare CPU µs',
			'ratio',
		],
		rows,
		[
			'The bare route checks no token, no parameters and no policy, and answers the rows as they are stored.',
			'CPU: of workerd a request. It holds on a busy machine too, where requests a second do not.',
		],
	);
}

/** Even numbers work for company 1. */
const employee = (n: number): string => seededId('employee', 2 * (n % EMPLOYEES_ASKED));
