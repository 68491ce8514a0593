import { authorize } from '../../core/policy.ts';
import { notFound } from '../../core/refusals.ts';
import { readExpense } from '../../expenses/actions.ts';
import { countQueue, listExpenseQueue } from '../../expenses/review/actions.ts';
import { module } from '../../mail/words.ts';
import { chooseCompany } from '../company-choice.tsx';
import { BASE, type Context, reachOf, type Screen } from '../env.ts';
import { sayIn } from '../format.ts';
import { Heading, page } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { answerReceipt } from '../receipt-file.ts';
import { submitted } from '../submit.ts';
import { reading } from '../visit.ts';
import { decide } from './decision.tsx';
import { ExpenseFacts } from './facts.tsx';
import { showList } from './list.tsx';
import { decideMany, showMany } from './many.tsx';
import { keyOf, type Place, placeIn, VERIFY } from './place.ts';
import { QueuePage } from './queue.tsx';
import { showReceipts } from './receipts.tsx';
import { WORDS } from './words.ts';

/** How many waiting expenses are searched for the one of a refused form, because others may have arrived before it. */
const LOOK_AHEAD = 10;

export const verify: Screen = {
	links: [{ path: VERIFY, title: { en: WORDS.en.verify, de: WORDS.de.verify } }],
	isFor: (visitor) => reachOf(visitor, 'approveExpense') !== null,
	serve(app) {
		app.get('/verify', (c) => {
			const place = placeIn(c);
			return place === null ? showCompanies(c) : showNext(c, place);
		});
		app.get('/verify/list', (c) => showList(c, requirePlace(c)));
		app.get('/verify/many', (c) => showMany(c, requirePlace(c)));
		app.post('/verify/many', (c) => decideMany(c, requirePlace(c)));
		app.get('/verify/:expenseId', showExpense);
		app.post('/verify/:expenseId', (c) => {
			const place = requirePlace(c);
			return submitted(
				c,
				(typed) => decide(c, place, typed),
				() => showAgain(c, place),
			);
		});
		app.get('/receipts/:expenseId', showReceipts);
		app.get('/receipts/:expenseId/:receiptId', answerReceipt);
	},
};

function requirePlace(c: Context): Place {
	const place = placeIn(c);
	if (place === null) throw notFound('company');
	return place;
}

async function showNext(c: Context, place: Place): Promise<Response> {
	const [[entry, next], counts] = await readQueueAt(c, place, 2);
	return show(c, <QueuePage place={place} entry={entry} next={next} counts={counts} />);
}

/** Shows the expense of a refused form again, or the next one when somebody else has decided on it. */
async function showAgain(c: Context, place: Place): Promise<Response> {
	const [queue, { waiting, passed }] = await readQueueAt(c, place, LOOK_AHEAD);
	const index = queue.findIndex(({ expense }) => expense.id === c.req.param('expenseId'));
	const [entry, next] = queue.slice(Math.max(index, 0));
	const counts = { waiting, passed: passed + Math.max(index, 0) };
	return show(c, <QueuePage place={place} entry={entry} next={next} counts={counts} isLate={index === -1} />);
}

/** Reads what waits after a place, and counts what waits in all and before it. */
function readQueueAt(c: Context, place: Place, limit: number) {
	const [call, key] = [reading(c), keyOf(place)];
	return Promise.all([
		listExpenseQueue(call, place.companyId, key, limit),
		countQueue(call, place.companyId, key),
	]);
}

const show = (c: Context, content: unknown) =>
	page(c, { title: WORDS[c.var.language].verify, scripts: ['verify.js'] }, content);

/** Another expense, for comparison. */
async function showExpense(c: Context): Promise<Response> {
	authorize(c.var.call.actor, 'approveExpense');
	const expense = await readExpense(c.var.call, c.req.param('expenseId') ?? '');
	const words = WORDS[c.var.language];
	const { amount } = sayIn(c.var.language);
	return show(
		c,
		<div class="narrow">
			<Heading
				title={`${module(c.var.language, expense.module)} · ${amount(expense.amountValue, expense.amountCurrency)}`}
				above={<a href={VERIFY}>{words.verify}</a>}
			/>
			<Panel>
				<ExpenseFacts expense={expense} />
				<p class="buttons">
					<a class="button" href={`${BASE}/receipts/${expense.id}`}>
						{words.toReceipts}
					</a>
				</p>
			</Panel>
		</div>,
	);
}

/** A verifier of several companies selects one first. */
function showCompanies(c: Context): Promise<Response> {
	const { verify: title, noCompany: none } = WORDS[c.var.language];
	const scope = authorize(c.var.call.actor, 'approveExpense');
	return chooseCompany(c, { scope, title, none, addressOf: (id) => `${VERIFY}?company=${id}` });
}
