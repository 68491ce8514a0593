import { isOfThisMachine } from '../../../foundation/core/addresses.ts';
import { operatorKeyOf } from '../copies/service.ts';
import { bad, good, type Line, open, setNew } from './lines.ts';

const TOLERANCE_SECONDS = 30;
const PATIENCE_MS = 15_000;

/** The part of the answer of `/ready` that is checked. */
interface Ready {
	problems: { code: string; detail: string; remedy: string }[];
	now: string;
	isPublicUrl: boolean | null;
	lastCronRun?: string | null;
	platformAdmins?: number;
	platformAdminsWithoutSecondFactor?: number;
}

/** Asks a service for what only the Worker knows. */
export async function checkService(url: string): Promise<Line[]> {
	const key = await operatorKeyOf(url);
	if (!key)
		return [
			open(
				'The service was not asked, because the environment variable OPERATOR_KEY is empty.',
				'export OPERATOR_KEY="$(cat operator-key.txt)"',
			),
		];
	const before = Date.now();
	let response: Response;
	try {
		response = await fetch(`${url}/ready`, {
			headers: { Authorization: `Bearer ${key}` },
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
	} catch (error) {
		const { cause = error } = error as Error;
		return [
			bad(
				`${url} does not answer: ${(cause as Error).message}`,
				isOfThisMachine(url)
					? 'npm start'
					: 'Check PUBLIC_URL, the domain of the Worker in the dashboard, and the DNS.',
			),
		];
	}
	const text = await response.text();
	const local = (before + Date.now()) / 2;
	if (response.status !== 200 && response.status !== 503) return [refusalOf(url, response.status, text)];
	try {
		const ready = JSON.parse(text) as Ready;
		if (!Array.isArray(ready.problems) || ready.now === undefined) throw new Error('another answer');
		return linesOf(url, ready, local);
	} catch {
		return [bad(`${url}/ready answers as another program or an older version does.`, 'npm run deploy')];
	}
}

function refusalOf(url: string, status: number, text: string): Line {
	if (status === 401)
		return bad(
			`${url} has another OPERATOR_KEY than you.`,
			'npx wrangler secret put OPERATOR_KEY sets a new one.',
		);
	if (status === 404)
		return bad(
			`${url} has no /ready. Either OPERATOR_KEY is not set there, or another program answers.`,
			setNew('OPERATOR_KEY'),
		);
	const [, detail = `Its answer has the status ${status}.`] = /"detail": ?"([^"]*)"/.exec(text) ?? [];
	return bad(
		`${url} does not serve: ${detail}`,
		'Look for the requestId in the log, or set the secret from your copy: npx wrangler secret put NAME',
	);
}

function linesOf(url: string, ready: Ready, local: number): Line[] {
	const { problems, isPublicUrl, lastCronRun } = ready;
	const wrong = problems.map(({ detail, remedy }) => bad(detail, remedy));
	const hasWrongSetting = problems.some(({ code }) => code === 'setting_wrong');
	const ahead = Math.round((Date.parse(ready.now) - local) / 1000);
	const distance = `${Math.abs(ahead)} seconds ${ahead < 0 ? 'behind' : 'ahead of'}`;
	return [
		...(problems.length === 0 ? [good(`${url} answers, and /ready finds no problem.`)] : wrong),
		...(hasWrongSetting
			? []
			: [good('All secrets are long enough, and all settings of the Worker are valid.')]),
		Math.abs(ahead) <= TOLERANCE_SECONDS
			? good(`The clock of the service is right to ${TOLERANCE_SECONDS} seconds.`)
			: bad(
					`The clock of the service is ${distance} that of this machine.`,
					'Set the clock of this machine. Tokens and codes of a second factor depend on the time.',
				),
		publicUrlLine(url, isPublicUrl),
		lastCronRun
			? good(`The cron last ran at ${lastCronRun}.`)
			: open('The cron has not run yet.', 'Wait for the next full hour, then run npm run doctor again.'),
		...adminLines(url, ready),
	];
}

function publicUrlLine(url: string, isPublicUrl: boolean | null): Line {
	if (isPublicUrl === true) return good('PUBLIC_URL is the address of the service.');
	return isPublicUrl === false
		? bad(
				`PUBLIC_URL of the service is not ${url}, so links in mails lead elsewhere.`,
				'Correct it in wrangler.toml.',
			)
		: open('PUBLIC_URL is not set, so no mail leaves.', 'Set it in [vars] of wrangler.toml.');
}

function adminLines(
	url: string,
	{ platformAdmins: all, platformAdminsWithoutSecondFactor: without }: Ready,
): Line[] {
	// The database did not answer.
	if (all === undefined || without === undefined) return [];
	if (all === 0)
		return [
			bad(
				'There is no platform administrator.',
				'npm run admin:create -- --email you@company.example --remote',
			),
		];
	if (without === 0) return [good('All platform administrators have a second factor.')];
	return [
		bad(
			`A second factor is missing for ${without} of ${all} platform administrators.`,
			`Set it up at ${url}/console/account/second-factor. PLATFORM_SECOND_FACTOR = "required" demands it.`,
		),
	];
}
