import { account } from './account/screen.tsx';
import { benefits } from './benefits/screen.tsx';
import { calendar } from './calendar/screen.tsx';
import { company } from './company/screen.tsx';
import { history } from './history/screen.tsx';
import { importing } from './import/screen.tsx';
import { many } from './many/screen.tsx';
import { months } from './months/screen.tsx';
import { payroll } from './payroll/screen.tsx';
import { people } from './people/screen.tsx';
import { person } from './person/screen.tsx';
import { platform } from './platform/screen.tsx';
import type { Screen } from './screen.ts';
import { templates } from './templates/screen.tsx';
import { today } from './today/screen.tsx';
import { verify } from './verify/screen.tsx';

/** The parts of the console, in the order of the navigation. A new one is a folder beside this file and a line here. */
export const SCREENS: readonly Screen[] = [
	today,
	people,
	importing,
	many,
	person,
	verify,
	payroll,
	months,
	calendar,
	templates,
	history,
	company,
	platform,
	benefits,
	account,
];
