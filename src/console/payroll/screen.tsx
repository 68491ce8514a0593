import { wageTypeKeyOf } from '../../ledger/rules.ts';
import { listHeldOver } from '../../payroll/obstacles/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Heading, page } from '../page.tsx';
import { Paging, Panel, pageOf } from '../parts.tsx';
import { reachOf, type Screen } from '../screen.ts';
import { askForProof } from '../sign-in/routes.ts';
import { submitted } from '../submit.ts';
import { requireProof } from '../visit.ts';
import { showClosing } from './close.tsx';
import { close } from './closing.ts';
import { giveFile, giveProfile } from './files.tsx';
import { correct, showLine } from './line.tsx';
import { HinderedLines } from './obstacles.tsx';
import { showPayroll } from './overview.tsx';
import { addressOf, idIn, PAYROLL } from './place.ts';
import { showRun } from './run.tsx';
import { showWaiting } from './waiting.tsx';
import { WORDS } from './words.ts';

/** Months, what they pay, and the files for the payroll office. Closing and correcting ask for a fresh proof of who one is. */
export const payroll: Screen = {
	links: [{ path: PAYROLL, title: { en: WORDS.en.payroll, de: WORDS.de.payroll } }],
	isFor: (visitor) => reachOf(visitor, 'listPayrollRuns') !== null,
	serve(app) {
		app.get('/payroll', showPayroll);
		app.use('/payroll/close', requireProof(askForProof));
		app.get('/payroll/close', (c) => showClosing(c));
		app.post('/payroll/close', (c) =>
			submitted(
				c,
				(typed) => close(c, typed),
				(refused, status) => showClosing(c, refused, status),
			),
		);
		app.get('/payroll/waiting', showWaiting);
		app.get('/payroll/lug-profile', giveProfile);
		app.get('/payroll/runs/:runId', (c) => showRun(c));
		app.post('/payroll/runs/:runId/files', (c) =>
			submitted(
				c,
				(typed) => giveFile(c, typed),
				(refused, status) => showRun(c, refused, status),
			),
		);
		app.get('/payroll/runs/:runId/held-over', showHeldOver);
		app.use('/payroll/lines/*', requireProof(askForProof));
		app.get('/payroll/lines/:transactionId', (c) => showLine(c));
		app.post('/payroll/lines/:transactionId', (c) =>
			submitted(
				c,
				(typed) => correct(c, typed),
				(refused, status) => showLine(c, refused, status),
			),
		);
	},
};

const PAGE = 50;

/** The lines that a run held over, each with what mends it. */
async function showHeldOver(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listHeldOver');
	const runId = idIn(c, 'runId');
	const found = await listHeldOver(c.var.call, companyId, runId, c.req.query('after') ?? '', PAGE + 1);
	const { shown, next } = pageOf(found, ({ id }) => id);
	const lines = shown.map((line) => ({ ...line, wageType: wageTypeKeyOf(line), otherNumber: null }));
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.heldOverOf },
		<>
			<Heading
				title={words.heldOverOf}
				above={<a href={addressOf(companyId, `/runs/${runId}`)}>{words.backToRun}</a>}
			/>
			<Panel>
				<HinderedLines caption={words.heldOverOf} lines={lines} />
			</Panel>
			<Paging next={next} />
		</>,
	);
}
