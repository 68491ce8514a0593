// One file, because a file of tests is what shares a service. Each test makes its own company.
import './black-box/answers.ts';
import './black-box/export.ts';
import './black-box/import.ts';
import './black-box/sso.ts';
// Last, because it runs the cron of months to come.
import './black-box/journeys.ts';
