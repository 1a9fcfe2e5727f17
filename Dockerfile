# One image for web, worker, sweeper and migrations; docker-compose.yml says which it is.

FROM python:3.13.18-slim AS environment
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/nessos
COPY requirements/production.txt /tmp/production.txt
# Exactly what is locked, as wheels: nothing is built, nothing else is taken.
RUN /opt/nessos/bin/pip install --require-hashes --only-binary :all: --requirement /tmp/production.txt \
  && /opt/nessos/bin/pip uninstall --yes pip

FROM python:3.13.18-slim
ENV PATH=/opt/nessos/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=nessos_service.settings \
    NESSOS_ENV=production \
    STATIC_ROOT=/srv/static
RUN groupadd --system --gid 10001 nessos \
  && useradd --system --uid 10001 --gid nessos --home-dir /srv/nessos --shell /usr/sbin/nologin nessos
COPY --from=environment /opt/nessos /opt/nessos
WORKDIR /srv/nessos
COPY . .
# Compiled and collected once, by root: at run time nothing here is written to. The key is used for nothing.
RUN python -m compileall -q . \
  && SECRET_KEY=only-for-collecting-static-files ALLOWED_HOSTS=localhost python manage.py collectstatic --noinput
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["gunicorn", "--config", "python:nessos_service.gunicorn", "nessos_service.wsgi"]
