// One file, because a file of tests is what shares a service. Each test makes its own company.
import './answers.ts';
import './export.ts';
import './import.ts';
import './mail.ts';
import './sso.ts';
// Last, because it runs the cron of months to come.
import './journeys.ts';
