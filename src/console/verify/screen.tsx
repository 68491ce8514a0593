import { readExpense } from '../../benefits/expenses/actions.ts';
import { listReceipts } from '../../benefits/expenses/receipts/actions.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { chooseCompany } from '../company-choice.tsx';
import { BASE, type Context, idIn, type Screen } from '../env.ts';
import { nameIn } from '../names.ts';
import { titledPage } from '../page.tsx';
import { ButtonLink, Panel } from '../parts.tsx';
import { answerReceipt } from '../receipt-file.ts';
import { takePost } from '../submit.ts';
import { takeForm } from '../taking.ts';
import { decide } from './decision.tsx';
import { showList } from './list.tsx';
import { MachineRead } from './machine.tsx';
import { serveMany } from './many.tsx';
import { placeIn, queueAddress, requirePlace, VERIFY } from './place.ts';
import { showAgain, showNext } from './queue.tsx';
import { Reopening, reopening } from './reopening.tsx';
import { ExpenseFacts, Receipts } from './sheet.tsx';
import { WORDS } from './words.ts';

export const verify: Screen = {
	links: [
		{
			path: '/verify',
			group: 'daily',
			operation: 'approveExpense',
			title: (language) => WORDS[language].receipts,
			waits: 'expenses',
		},
	],
	serve(app) {
		app.get('/verify', (c) => {
			const place = placeIn(c);
			return place === null ? showCompanies(c) : showNext(c, place);
		});
		app.get('/verify/list', showList);
		serveMany(app);
		app.get('/verify/:expenseId', showExpense);
		takePost(app, '/verify/:expenseId', decide, showAgain);
		takeForm(app, '/verify/:expenseId/reopening', reopening, {
			idOf: (c) => idIn(c, 'expenseId'),
			to: (id, _, c) =>
				c.req.query('company') === undefined
					? `${VERIFY}/${id}?reopened`
					: `${queueAddress(requirePlace(c))}&reopened`,
			show: showExpense,
		});
		app.get('/receipts/:expenseId', showReceipts);
		app.get('/receipts/:expenseId/:receiptId', answerReceipt);
	},
};

/** A verifier of several companies selects one first. */
function showCompanies(c: Context): Promise<Response> {
	const { receipts: title, noCompanyToVerify: none } = WORDS[c.var.language];
	return chooseCompany(c, {
		operation: 'approveExpense',
		title,
		none,
		addressOf: (id) => `${VERIFY}?company=${id}`,
	});
}

/** Another expense, for comparison. */
async function showExpense(c: Context): Promise<Response> {
	authorize(c.var.call.actor, 'approveExpense');
	const expense = await readExpense(c.var.call, c.req.param('expenseId') ?? '');
	const words = WORDS[c.var.language];
	return titledPage(
		c,
		{ title: words.receiptOf(nameIn(expense)), above: <a href={VERIFY}>{words.receipts}</a>, isNarrow: true },
		<>
			<Panel>
				<ExpenseFacts expense={expense} />
				<p class="buttons">
					<ButtonLink to={`${BASE}/receipts/${expense.id}`}>{words.toReceipts}</ButtonLink>
				</p>
			</Panel>
			<MachineRead expense={expense} />
			<Reopening expense={expense} />
		</>,
	);
}

async function showReceipts(c: Context): Promise<Response> {
	const receipts = await listReceipts(c.var.call, c.req.param('expenseId') ?? '');
	return titledPage(
		c,
		{ title: WORDS[c.var.language].receipts, scripts: ['verify.js'] },
		<Panel>
			<Receipts receipts={receipts} />
		</Panel>,
	);
}
