import type { App } from '../env.ts';
import type { Screen } from '../screen.ts';
import { balances } from './balances.ts';
import { expenses } from './expenses.ts';
import { exportList } from './export.ts';
import type { ListedRow, Listing } from './listing.ts';
import { showList } from './page.tsx';
import { vouchers } from './vouchers.ts';

/** What all people of a company have, got and spent in a month. The payroll leads here. */
export const months: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		serve(app, balances);
		serve(app, vouchers);
		serve(app, expenses);
	},
};

function serve<Row extends ListedRow>(app: App, listing: Listing<Row>): void {
	app.get(`/payroll/${listing.name}`, (c) => showList(c, listing));
	app.get(`/payroll/${listing.name}/export`, (c) => exportList(c, listing));
}
