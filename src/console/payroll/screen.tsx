import { companyNamed } from '../company-choice.tsx';
import { reachOf, type Screen } from '../env.ts';
import { takeForm } from '../forms.tsx';
import { proof } from '../sign-in/routes.ts';
import { takePost } from '../submit.ts';
import { closing, showClosing } from './close.tsx';
import { giveFile, giveProfile } from './files.tsx';
import { correction, lineNamed, showLine } from './line.tsx';
import { showHeldOver, showWaiting } from './lines.tsx';
import { showPayroll } from './overview.tsx';
import { addressOf, PAYROLL } from './place.tsx';
import { showRun } from './run.tsx';
import { WORDS } from './words.ts';

/** Months, what they pay, and the files for the payroll office. Closing and correcting ask for a fresh proof of who one is. */
export const payroll: Screen = {
	links: [{ path: PAYROLL, title: { en: WORDS.en.payroll, de: WORDS.de.payroll } }],
	isFor: (visitor) => reachOf(visitor, 'listPayrollRuns') !== null,
	serve(app) {
		app.get('/payroll', showPayroll);
		app.use('/payroll/close', proof);
		app.get('/payroll/close', showClosing);
		takeForm(app, '/payroll/close', closing, {
			idOf: (c) => companyNamed(c, 'closePayrollRun'),
			to: (companyId, { id }) => addressOf(companyId, `/runs/${id}`, { closed: '' }),
			show: showClosing,
		});
		app.get('/payroll/waiting', showWaiting);
		app.get('/payroll/lug-profile', giveProfile);
		app.get('/payroll/runs/:runId', showRun);
		takePost(app, '/payroll/runs/:runId/files', giveFile, showRun);
		app.get('/payroll/runs/:runId/held-over', showHeldOver);
		app.use('/payroll/lines/*', proof);
		app.get('/payroll/lines/:transactionId', showLine);
		takeForm(app, '/payroll/lines/:transactionId', correction, {
			idOf: lineNamed,
			to: ({ companyId, lineId }) => addressOf(companyId, `/lines/${lineId}`, { saved: '' }),
			show: showLine,
		});
	},
};
