import type { Instant } from '../../core/instant.ts';
import { readYear } from '../../overview/year/actions.ts';
import type { Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { page } from '../page.tsx';
import type { Screen } from '../screen.ts';
import { isPreview, submitted } from '../submit.ts';
import { ChangePage } from './change-page.tsx';
import { CHANGES, type ChangeName } from './changes.ts';
import { idIn, nameOf } from './employee.ts';
import { invite, print, showInvitation } from './invitation.tsx';
import { PersonPage } from './page.tsx';
import { WORDS } from './words.ts';
import { type Changed, yearWith } from './year.ts';

/** Somebody's year, and all changes of it. The list of people leads here. */
export const person: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		app.get('/people/:employeeId', async (c) => {
			const known = await readYear(c.var.call, idIn(c), yearIn(c));
			const content = <PersonPage known={known} year={yearWith(known, c.var.now)} />;
			return page(c, { title: nameOf(known.employee), scripts: ['year.js'] }, content);
		});
		app.get('/people/:employeeId/invitation', (c) => showInvitation(c));
		app.post('/people/:employeeId/invitation', invite);
		app.post('/people/:employeeId/invitation/letter', print);
		for (const name of Object.keys(CHANGES) as ChangeName[]) {
			app.get(`/people/:employeeId/${name}`, (c) => showChange(c, name));
			app.post(`/people/:employeeId/${name}`, (c) =>
				submitted(
					c,
					async (typed) => {
						if (!isPreview(typed)) return CHANGES[name].save(c, idIn(c));
						return showChange(c, name, { typed }, 200, await CHANGES[name].preview(c, idIn(c)));
					},
					(refused, status) => showChange(c, name, refused, status),
				),
			);
		}
	},
};

/** An instant of the year that the address names; now when it names none. */
function yearIn(c: Context): Instant {
	const year = c.req.query('year') ?? '';
	return /^2\d{3}$/.test(year) ? Date.UTC(Number(year), 0) : c.var.now;
}

async function showChange(
	c: Context,
	name: ChangeName,
	state: Refused = {},
	status = 200,
	changed?: Changed,
): Promise<Response> {
	const known = await readYear(c.var.call, idIn(c), c.var.now);
	const title = `${WORDS[c.var.language].changes[name]} · ${nameOf(known.employee)}`;
	const content = <ChangePage name={name} known={known} state={state} changed={changed} />;
	return page(c, { title, scripts: ['preview.js', 'year.js'] }, content, status);
}
