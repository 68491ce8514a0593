import { readBalance } from '../../benefits/balances/actions.ts';
import { startOfMonth } from '../../foundation/core/instant.ts';
import { type Context, idIn, type Screen } from '../env.ts';
import { titledPage } from '../page.tsx';
import { Done, Panel } from '../parts.tsx';
import { takePost } from '../submit.ts';
import { reading } from '../visit.ts';
import { Deadlines, Left } from './budget.tsx';
import { DRAFTS, ownDrafts } from './draft.tsx';
import { Drafts, takeDrafts } from './drafts.tsx';
import { showReceipt, takeReceipt } from './receipt.tsx';
import { BENEFITS, ExpenseList, expensesOf, ownId, readPossible, showReceipts } from './receipts.tsx';
import { mend, readFile, showSubmission, submit } from './submission.tsx';
import { showVouchers } from './vouchers.tsx';
import { WORDS } from './words.ts';

/** The benefits of an employee, and the receipts that the employee submits. */
export const benefits: Screen = {
	links: [
		{ path: '/benefits', group: 'own', operation: 'readBalance', title: (language) => WORDS[language].title },
		{
			path: '/benefits/receipts',
			group: 'own',
			operation: 'listExpensesOfEmployee',
			title: (language) => WORDS[language].expenses,
		},
		{
			path: '/benefits/vouchers',
			group: 'own',
			operation: 'listIssuedVouchers',
			title: (language) => WORDS[language].ownVouchers,
		},
	],
	serve(app) {
		app.get('/benefits', showOverview);
		app.get('/benefits/new', showSubmission);
		takePost(app, '/benefits/new', submit, showSubmission);
		app.post('/benefits/facts', (c) => readFile(c, c.var.typed));
		app.get('/benefits/receipts', showReceipts);
		app.get('/benefits/vouchers', showVouchers);
		takePost(app, '/benefits/receipts/:expenseId/mend', mend, (c) => showReceipt(c, idIn(c, 'expenseId')));
		takeReceipt(app);
		takeDrafts(app);
	},
};

async function showOverview(c: Context) {
	const [call, id, words] = [reading(c), ownId(c), WORDS[c.var.language]];
	const month = startOfMonth(c.var.now);
	const [year, expenses, returned, drafts, { windows, modules }] = await Promise.all([
		readBalance(call, id, month),
		expensesOf(call, id, { month }),
		expensesOf(call, id, { state: 'NEEDS_CORRECTION' }),
		ownDrafts(c, call),
		readPossible(call, id),
	]);
	const present = year.at(-1) ?? year[0];
	const { firstName } = c.var.visitor ?? {};
	const isViewed = c.var.viewer !== undefined;
	return titledPage(
		c,
		{ title: words.title, above: firstName ? words.hello(firstName) : undefined },
		<>
			<Done says={{ saved: words.saved }} />
			{drafts.length > 0 && (
				<Panel title={words.drafts}>
					<Drafts drafts={drafts} />
				</Panel>
			)}
			{returned.length > 0 && (
				<Panel title={words.returned(returned.length)}>
					<ExpenseList expenses={returned} />
				</Panel>
			)}
			<div class="columns">
				<div>
					<Left balance={present} />
					{modules.length > 0 && (
						<p class="buttons">
							{!isViewed && (
								<a class="button main wide scan" href={`${BENEFITS}/new#camera`}>
									{words.scan}
								</a>
							)}
							<a class="button main wide" href={`${BENEFITS}/new`}>
								{words.add}
							</a>
							{!isViewed && (
								<a class="button wide" href={DRAFTS}>
									{words.several}
								</a>
							)}
						</p>
					)}
					{(present.access !== null || modules.length > 0) && <Deadlines windows={windows} />}
				</div>
				<Panel title={words.expenses}>
					<ExpenseList expenses={expenses.slice(-8)} />
					<p>
						<a href={`${BENEFITS}/receipts`}>{words.all}</a>
					</p>
				</Panel>
			</div>
		</>,
	);
}
