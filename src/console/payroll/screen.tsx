import { reachOf, type Screen } from '../screen.ts';
import { askForProof } from '../sign-in/routes.ts';
import { submitted } from '../submit.ts';
import { requireProof } from '../visit.ts';
import { showClosing } from './close.tsx';
import { close } from './closing.ts';
import { giveFile, giveProfile } from './files.tsx';
import { showHeldOver } from './held-over.tsx';
import { correct, showLine } from './line.tsx';
import { showPayroll } from './overview.tsx';
import { PAYROLL } from './place.ts';
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
