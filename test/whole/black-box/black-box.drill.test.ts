// All these tests are in one file, because the tests of a file share a service. Each test creates its own company.
import './answers.ts';
import './export.ts';
import './import.ts';
import './mail.ts';
import './sso.ts';
// Last, because it runs the cron of months to come.
import './journeys.ts';
