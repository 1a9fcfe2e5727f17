"""Settings, from the environment. What is not named in the README has no variable."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from nessos_service.browsers import NOTHING
from nessos_service.logs import logging_from_environment

BASE_DIR = Path(__file__).resolve().parent.parent

PRODUCTION = os.environ.get("NESSOS_ENV", "development") == "production"
DEBUG = False


def secret_from_environment() -> str:
    """The secret key: required in production, a fixed one on a laptop."""
    key = os.environ.get("SECRET_KEY", "")
    if key:
        return key
    if PRODUCTION:
        raise ImproperlyConfigured("SECRET_KEY must be set when NESSOS_ENV=production.")
    return "only-for-development-" + "0" * 40


def limits_from_environment(limits: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """RATE_LIMITS is `off`, or names limits to be other than they are: `token=600/60,register=30/3600`."""
    given = os.environ.get("RATE_LIMITS", "")
    if given == "off":
        return {}
    changed = {}
    for entry in given.split(",") if given else ():
        name, _, rate = entry.partition("=")
        quota, _, window = rate.partition("/")
        if name not in limits or not (quota.isdecimal() and window.isdecimal() and int(quota) and int(window)):
            raise ImproperlyConfigured(
                f"RATE_LIMITS: {entry!r} is none of {', '.join(limits)} with a rate like 600/60."
            )
        changed[name] = int(quota), int(window)
    return limits | changed


def number_from_environment(name: str, default: int, *, least: int) -> int:
    """A whole number of days, up to ten years."""
    given = os.environ.get(name, "") or str(default)
    if not given.isdecimal() or not least <= int(given) <= 3660:
        raise ImproperlyConfigured(f"{name}: {given!r} is no number of days from {least} to 3660.")
    return int(given)


def bot_pause_from_environment() -> tuple[float, float]:
    """BOT_PAUSE, `2-8`: how many seconds bots let humans wait at least and at most; `0` for not at all."""
    given = os.environ.get("BOT_PAUSE", "") or ("2-8" if PRODUCTION else "0")
    shortest, _, longest = given.partition("-")
    try:
        pause = float(shortest), float(longest or shortest)
    except ValueError:
        pause = (-1.0, -1.0)
    if not 0 <= pause[0] <= pause[1] <= 3600:
        raise ImproperlyConfigured(f"BOT_PAUSE: {given!r} is no pause like 2-8, in seconds, an hour at most.")
    return pause


def stream_limits_from_environment(limits: dict[str, int]) -> dict[str, int]:
    """STREAM_LIMITS names limits to be other than they are: `token=20,address=200`."""
    given = os.environ.get("STREAM_LIMITS", "")
    changed = {}
    for entry in given.split(",") if given else ():
        name, _, most = entry.partition("=")
        if name not in limits or not most.isdecimal():
            raise ImproperlyConfigured(f"STREAM_LIMITS: {entry!r} is none of {', '.join(limits)} with a number.")
        changed[name] = int(most)
    return limits | changed


def mailer_from_environment() -> dict[str, Any]:
    """How mails are sent: EMAIL_HOST and what goes with it, EMAIL_FILE_PATH, or the console."""
    host = os.environ.get("EMAIL_HOST", "")
    if host:
        security = os.environ.get("EMAIL_SECURITY") or ("starttls" if PRODUCTION else "none")
        if security not in ("none", "starttls", "tls"):
            raise ImproperlyConfigured(f"EMAIL_SECURITY is none, starttls or tls, not {security!r}.")
        options: dict[str, Any] = {
            "host": host,
            "username": os.environ.get("EMAIL_HOST_USER", ""),
            "password": os.environ.get("EMAIL_HOST_PASSWORD", ""),
            "use_tls": security == "starttls",
            "use_ssl": security == "tls",
            # For each step of a talk with the server.
            "timeout": 10,
        }
        port = os.environ.get("EMAIL_PORT", "")
        if port:
            if not port.isdecimal() or not 0 < int(port) < 65536:
                raise ImproperlyConfigured(f"EMAIL_PORT is a number from 1 to 65535, not {port!r}.")
            options["port"] = int(port)
        return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
    folder = os.environ.get("EMAIL_FILE_PATH", "")
    if folder:
        return {"BACKEND": "django.core.mail.backends.filebased.EmailBackend", "OPTIONS": {"file_path": folder}}
    return {"BACKEND": "django.core.mail.backends.console.EmailBackend"}


SECRET_KEY = secret_from_environment()
# Keys that were: what was sealed under them can still be read.
SECRET_KEY_FALLBACKS = [key for key in os.environ.get("SECRET_KEY_FALLBACKS", "").split(",") if key]
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "" if PRODUCTION else "*").split(",")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "graphene_django",
    "players",
    "games",
    "bots",
    "nessos_service",
    "nessos_service.web",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    # Behind ours, whose templates come first; and it looks for nothing by itself: the desk says what is in it.
    "django.contrib.admin.apps.SimpleAdminConfig",
]

MIDDLEWARE = [
    "nessos_service.requests.RequestLogMiddleware",
    "nessos_service.browsers.BrowserHeadersMiddleware",
    "nessos_service.health.HealthMiddleware",
    "nessos_service.metrics.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "players.edge.cors.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "players.edge.limits.RateLimitMiddleware",
    "players.edge.conditional.UnchangedMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "players.edge.idempotency.IdempotencyMiddleware",
]

ROOT_URLCONF = "nessos_service.urls"
WSGI_APPLICATION = "nessos_service.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Persistent connections: four to seven times the throughput of a new one for each request.
DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL", "postgresql://localhost/nessos"),
        conn_max_age=300,
        conn_health_checks=True,
    )
}
DATABASES["default"].setdefault("OPTIONS", {})
DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", 5)
# A database whose machine vanishes says nothing: who waits for an answer is told within a minute.
for option, value in {
    "keepalives_idle": 15,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 45_000,
}.items():
    DATABASES["default"]["OPTIONS"].setdefault(option, value)
# A process that is frozen within its transaction must not hold a game, and every request to it, for ever.
DATABASES["default"]["OPTIONS"].setdefault("options", "-c lock_timeout=5s -c idle_in_transaction_session_timeout=15s")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "redis://localhost:6379/0")

AUTH_USER_MODEL = "players.Player"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# Without a folder of collected files they are found where they are written: nothing to do before the first start.
STATIC_ROOT = os.environ.get("STATIC_ROOT")
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
if STATIC_ROOT is None:
    # Then a name does not change with what it names: browsers ask each time, and mostly hear that nothing changed.
    WHITENOISE_MAX_AGE = 0
else:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "nessos_service.statics.ModulesStorage"},
    }

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.rest.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["players.rest.renderers.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["players.rest.parsers.StrictJsonParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "players.rest.renderers.AlwaysJson",
    "EXCEPTION_HANDLER": "players.rest.problems.handle",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "URL_FORMAT_OVERRIDE": None,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Nessos",
    "DESCRIPTION": "Play Nessos by correspondence. See docs/api.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "players.rest.schema.edge_documented",
        "players.rest.webhooks.signature_documented",
    ],
    "WEBHOOKS": ["players.rest.webhooks.NOTICE_SENT"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

GRAPHENE = {"SCHEMA": "games.graphql.schema.schema", "SCHEMA_OUTPUT": "schema.graphql"}

# Tasks are hints that carry ids; the database is the truth. See docs/decisions/ for what each of these prevents.
# The broker's library has its own name for an address of a unix socket.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_TASK_TIME_LIMIT = 30
# What waits for the world outside has a worker of its own: no bot's turn stands behind a slow receiver.
CELERY_TASK_ROUTES = {
    name: {"queue": "courier"} for name in ("players.webhooks.*", "players.post_mail", "games.courier_seen")
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 2,
    "socket_connect_timeout": 2,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# So many in so many seconds. On a laptop all clients have one address, and whoever tries things out is in a hurry.
RATE_LIMITS = limits_from_environment(
    {
        "token": (600, 60) if PRODUCTION else (1200, 60),
        "address": (300, 60) if PRODUCTION else (1200, 60),
        "register": (30, 3600) if PRODUCTION else (1000, 3600),
        "guest": (60, 3600) if PRODUCTION else (1000, 3600),
        "log_in_address": (60, 900),
        "log_in_name": (20, 900),
        "current_password": (20, 900),
        "invite": (30, 900),
        "confirmation_player": (10, 3600) if PRODUCTION else (1000, 3600),
        "confirmation_address": (5, 3600) if PRODUCTION else (1000, 3600),
        "webhook": (60, 3600),
        # The best bot thinks for each of them.
        "hint": (60, 60),
        # And for seconds, of each game that is analysed for the first time.
        "analysis": (30, 3600),
        # What somebody writes at tables, and what they tell the moderators.
        "message": (20, 60),
        "report": (20, 86_400),
    }
)
# So much of a GraphQL query's cost counts as one call.
GRAPHQL_COST_OF_A_CALL = 50
# How many proxies of ours stand in front, each adding one entry to X-Forwarded-For.
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))

# So many streams and long polls may wait at once: of one token, from one address, and in one process altogether.
STREAM_LIMITS = stream_limits_from_environment({"token": 20, "address": 200, "all": 10_000})

# How long the first answer to a request with an Idempotency-Key is kept. A turn lasts 14 days at most.
IDEMPOTENCY_KEPT = timedelta(days=30)

# Where people reach the service: in links of mails.
PUBLIC_URL = (os.environ.get("PUBLIC_URL") or "http://127.0.0.1:8000").rstrip("/")

# Mails go to the server of EMAIL_HOST. On a laptop, without one, they are files in EMAIL_FILE_PATH, or else shown on
# the console; in production nothing is sent then, for links in mails are secrets, and a console is a log.
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or "Nessos <nessos@localhost>"
MAILERS = {"default": mailer_from_environment()}
MAIL_ON = bool(os.environ.get("EMAIL_HOST")) or not PRODUCTION
if PRODUCTION and MAIL_ON and not (os.environ.get("PUBLIC_URL") and os.environ.get("EMAIL_FROM")):
    raise ImproperlyConfigured("EMAIL_HOST needs PUBLIC_URL and EMAIL_FROM when NESSOS_ENV=production.")
# How long the link that confirms an address works.
CONFIRMATION_LIVES = timedelta(days=3)

# The sweeper looks for what was missed this often (seconds), and calls a message missed after that long.
SWEEP_INTERVAL = 2
OUTBOX_GRACE = 3
# So many seconds bots let humans wait for their moves, at least and at most.
BOT_PAUSE = bot_pause_from_environment()
# For so many seconds the worker is at one analysis, before bots that are to move have their turn. Less than the grace.
ANALYSIS_SLICE = 0.25
# The same for what finished games say of who plays for whom; and how often all pairs are weighed anew.
SIGNALS_SLICE = 0.5
SIGNALS_EVERY = timedelta(hours=1)

# Who has it as a bearer may read /metrics; nobody when it is empty.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# How many days an open game waits for players, and how many days of a year a player may be away.
OPEN_GAME_KEPT = timedelta(days=number_from_environment("OPEN_GAME_KEPT", 30, least=1))
# How many days nothing has to be heard of a guest until the account is closed.
GUEST_KEPT = timedelta(days=number_from_environment("GUEST_KEPT", 30, least=1))
# How many days it is remembered from where accounts were signed in to, as digests; 0 for not at all.
TRACE_KEPT = timedelta(days=number_from_environment("TRACE_KEPT", 90, least=0))
AWAY_DAYS_A_YEAR = number_from_environment("AWAY_DAYS_A_YEAR", 30, least=0)
# Whether webhooks may lead to this machine and its network, and without TLS: to try things out, not in production.
WEBHOOK_ALLOW_PRIVATE = os.environ.get("WEBHOOK_ALLOW_PRIVATE", "0" if PRODUCTION else "1") == "1"

# One command on a laptop speaks plain HTTP; in production a proxy speaks HTTPS for us.
if PRODUCTION:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = os.environ.get("SECURE_SSL_REDIRECT", "1") == "1"
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# The session of the moderators' desk, and of nothing else: short, and gone with the browser.
SESSION_ENGINE = "players.staff.sessions"
SESSION_COOKIE_NAME = "__Host-desk" if PRODUCTION else "desk"
SESSION_COOKIE_AGE = 4 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_HTTPONLY = True
OTP_TOTP_ISSUER = "Nessos"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
# The session of a page, which is a token: see players.cookies. No other host, and none below ours, can set such names.
BROWSER_COOKIE = "__Host-nessos" if PRODUCTION else "nessos"
BROWSER_COOKIE_SECURE = PRODUCTION
# What a browser is known by when it signs in: see players.conduct.traces.
DEVICE_COOKIE = "__Host-nessos-device" if PRODUCTION else "nessos-device"
BROWSER_SESSION_LIVES = timedelta(days=365)
CSRF_COOKIE_NAME = "__Host-csrftoken" if PRODUCTION else "csrftoken"
# Pages are told by `GET /session` what to send back.
CSRF_COOKIE_HTTPONLY = True
# Nothing of an address goes elsewhere. Forms of our own pages need it: without, browsers hide where they come from.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = NOTHING
# From which pages of others browsers may call the API; `*` for all. No cookie plays a part in it.
CORS_ALLOWED_ORIGINS = os.environ.get("CORS_ALLOWED_ORIGINS", "*").split(",")

LOGGING = logging_from_environment()
